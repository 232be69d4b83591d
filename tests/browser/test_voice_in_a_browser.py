"""The table screen speaks after one tap, by the browser's own voice, for which a stand-in notes."""

from playwright.sync_api import expect

from companion.game.commands import Roll
from companion.voice.settings import VoiceSettings
from companion.words import Seat
from tests.support.house import SCREEN, House

STAND_IN = """
window.spoken = [];
window.cut = 0;
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
  cancel() { window.cut += 1; },
  getVoices: () => window.voices ?? [],
  speak(one) { window.spoken.push(one.text); setTimeout(() => one.onend(), 5); },
} });
"""


SOUNDS = """
window.AudioContext = class extends AudioContext { get state() { return "running"; } };
"""
"""A browser that lets a page sound without a tap."""

HEARD = """([begins, times]) => new Promise(done => {
  const heard = () => window.spoken.filter(one => one.startsWith(begins)).length >= times;
  const look = () => (heard() ? done(true) : setTimeout(look, 20));
  look();
  setTimeout(() => done(window.spoken), 20_000);
})"""
"""Waits until what begins so was said so often; what was said instead where it never is."""


def test_one_tap_lets_the_table_speak_and_a_roll_cuts_in(house: House) -> None:
    house.room.begin("Ann", "Ben")
    house.room.context.voice.set(VoiceSettings(by="table", level="full"))
    page = house.open("/join", size=SCREEN)
    page.add_init_script(STAND_IN)
    page.goto(house.url + "/table")
    again = page.get_by_role("button", name="Say the last again")
    expect(again).to_be_hidden()
    page.get_by_role("button", name="Hear the voice here").click()
    assert page.evaluate(HEARD, ["This is the voice of the table.", 1]) is True
    expect(page.locator("#voice-said")).to_contain_text("Nothing heard?")
    cuts = page.evaluate("cut")
    house.room.play(Roll(by=Seat(0), dice=(1, 2)))
    assert page.evaluate(HEARD, ["Ann, 3.", 1]) is True
    assert page.evaluate("cut") == cuts + 1
    expect(page.locator("#voice-said")).to_be_empty()
    again.click()
    assert page.evaluate(HEARD, ["Ann, 3.", 2]) is True
    house.room.table.repeat()
    assert page.evaluate(HEARD, ["Ann, 3.", 3]) is True
    assert not house.complaints


def test_it_is_said_that_a_browser_has_no_voice_of_the_language(house: House) -> None:
    house.room.begin("Ann", "Ben")
    house.room.context.voice.set(VoiceSettings(by="table", level="full"))
    page = house.open("/join", size=SCREEN)
    page.add_init_script(STAND_IN + "window.voices = [{ lang: 'fr-FR' }];")
    page.goto(house.url + "/table")
    page.get_by_role("button", name="Hear the voice here").click()
    expect(page.locator("#voice-said")).to_contain_text("no voice for your language")


def test_a_phone_goes_on_speaking_on_its_next_page(house: House) -> None:
    ann, _ben = house.room.begin("Ann", "Ben")
    house.room.context.voice.set(VoiceSettings(by="phone", seat=Seat(0), level="full"))
    page = house.open("/seat", token=ann)
    page.add_init_script(STAND_IN)
    page.reload()
    page.get_by_role("button", name="Hear the voice here").click()
    assert page.evaluate(HEARD, ["This is the voice of the table.", 1]) is True
    page.get_by_role("link", name="Deeds").click()
    page.wait_for_url("**/deeds*")
    expect(page.get_by_role("button", name="Say the last again")).to_be_visible()
    house.room.play(Roll(by=Seat(0), dice=(1, 2)))
    assert page.evaluate(HEARD, ["Ann, 3.", 1]) is True
    assert not house.complaints


def test_of_a_tab_that_was_duplicated_the_newer_one_speaks(house: House) -> None:
    """It brings the number of its stream along, and so the older one hears of nothing more."""
    house.room.begin("Ann", "Ben")
    house.room.context.voice.set(VoiceSettings(by="table", level="full"))
    first = house.open("/join", size=SCREEN, locale="en")  # a device of its own: it is copied
    first.add_init_script(STAND_IN)
    first.goto(house.url + "/table")
    first.get_by_role("button", name="Hear the voice here").click()
    assert first.evaluate(HEARD, ["This is the voice of the table.", 1]) is True
    brought = first.evaluate("JSON.stringify({ ...sessionStorage })")
    second = first.context.new_page()
    second.add_init_script(f"Object.assign(sessionStorage, {brought});" + STAND_IN + SOUNDS)
    second.goto(house.url + "/table")
    expect(second.get_by_role("button", name="Say the last again")).to_be_visible()
    house.room.play(Roll(by=Seat(0), dice=(1, 2)))
    assert second.evaluate(HEARD, ["Ann, 3.", 1]) is True
    assert first.evaluate("spoken") == ["This is the voice of the table."]
    second.close()
