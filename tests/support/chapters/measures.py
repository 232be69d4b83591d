"""What is measured of every page: whether it fits, what a thumb finds, what lies over what."""

WIDE = """() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  return [...document.body.querySelectorAll("*")]
    .filter(one => one.getBoundingClientRect().right > room + 1 && !one.children.length)
    .map(one => one.outerHTML.slice(0, 120));
}"""
"""What makes the page scroll sideways."""

SMALL = """() => {
  const what = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const shown = one => one.checkVisibility() && one.getBoundingClientRect().width > 1;
  const inText = one => one.matches("a") && getComputedStyle(one).display === "inline"
    && [...one.parentElement.childNodes].some(near => near.nodeType === 3 && near.data.trim());
  const reach = (one, x, y, right, down) => {
    const ours = [one, ...(one.labels ?? [])];
    for (let far = 0; far < 22; far += 1) {
      const hit = document.elementFromPoint(x + right * far, y + down * far);
      if (!hit || !ours.some(mine => mine.contains(hit))) return far;
    }
    return 22;
  };
  const felt = (one, box) => {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return [
      reach(one, x, y, 1, 0) + reach(one, x, y, -1, 0),
      reach(one, x, y, 0, 1) + reach(one, x, y, 0, -1),
    ];
  };
  return [...document.querySelectorAll(what)]
    .filter(one => shown(one) && !inText(one) && !one.disabled)
    .map(one => {
      one.scrollIntoView({ block: "center", behavior: "instant" });
      const parts = [one, ...(one.labels ?? [])];
      const boxes = parts.map(part => felt(one, part.getBoundingClientRect()));
      const [wide, high] = boxes.sort((a, b) => Math.min(...b) - Math.min(...a))[0];
      return [wide, high, one.outerHTML.replace(/\\s+/g, " ").slice(0, 110)];
    })
    .filter(([wide, high]) => Math.min(wide, high) < 43)
    .map(([wide, high, which]) => `${wide} x ${high}: ${which}`);
}"""
"""What one can tap and a thumb misses: under 44 x 44 pixels, links in running text excepted.

The page must be all in view: it is felt from the middle of each which way it reaches.
"""

TEXTS = """
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const CLIPS = ".mine, .cards, .wide, .own, .bar .who"; // they scroll, or end in three dots
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || holder.closest("svg, script, option, .hidden")) continue;
    if (!holder.checkVisibility({ visibilityProperty: true })) continue;
"""

COVERED = f"""() => {{ {TEXTS}
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {{
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (box.width < 2 || !hit || hit.contains(holder) || holder.contains(hit)) continue;
      if (holder.closest("label")?.contains(hit) || holder.closest(CLIPS)) continue;
      lines.push(`${{text.data.trim().slice(0, 60)}} under ${{hit.outerHTML.slice(0, 60)}}`);
    }}
  }}
  return lines;
}}"""
"""Lines of text whose middle lies under something else."""

BROKEN = f"""() => {{ {TEXTS}
    if (getComputedStyle(holder).hyphens === "auto") continue;
    for (const found of text.data.matchAll(/[^ \\n\\t\\u00ad\\u2010/-]+/gu)) {{
      if (found[0].length > 10) continue;
      range.setStart(text, found.index);
      range.setEnd(text, found.index + found[0].length);
      const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (tops.size > 1) lines.push(`${{found[0]}} in ${{holder.outerHTML.slice(0, 80)}}`);
    }}
  }}
  return lines;
}}"""
"""Words of at most ten letters that go on in the next line, without a hyphen."""

CUT = """() => [...document.querySelectorAll(".screen .feed")].flatMap(feed => {
  const { right, bottom } = feed.getBoundingClientRect();
  return [...feed.children]
    .filter(line => line.getBoundingClientRect().left < right)
    .filter(line => line.getBoundingClientRect().bottom > bottom + 1)
    .map(line => line.textContent.trim());
})"""
"""Lines of the table screen's story of which only the upper half is seen."""
