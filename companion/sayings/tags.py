"""What a code under the camera is that is none of ours, by how its text begins."""

from collections.abc import Mapping

from companion.sayings.said import marked as _

FOREIGN: Mapping[str, str] = {
    "wifi": _("the key of a Wi-Fi network"),
    "web": _("a web address"),
    "contact": _("somebody's address"),
    "phone": _("a telephone number"),
    "mail": _("a mail address"),
    "bank": _("a bank transfer"),
    "text": _("some other text"),
}
