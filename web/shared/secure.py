"""What pages need of the second port, which is over TLS."""

from collections.abc import Sequence
from typing import Protocol


class SecurePages(Protocol):
    """The same pages over TLS, with a certificate that this companion signs itself."""

    @property
    def addresses(self) -> Sequence[str]:
        """Their addresses, best first; empty where nothing answers there."""
        ...

    @property
    def authority(self) -> bytes:
        """The certificate of who signs, as DER; empty: there is none."""
        ...
