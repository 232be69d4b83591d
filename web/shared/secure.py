"""What pages need of the second port, which is over TLS."""

from collections.abc import Sequence
from typing import Protocol


class SecurePages(Protocol):
    """The same pages over TLS, with a certificate that this companion signs itself."""

    @property
    def addresses(self) -> Sequence[str]:
        """Their addresses, best first; empty where nothing answers there."""
        ...

    def named(self, addresses: Sequence[str]) -> Sequence[str]:
        """Return those of some addresses that the certificate is for; over TLS or not."""
        ...

    def address_for(self, host: str) -> str:
        """Return the one to lead to from *host*: the same, for a phone's cookie is that host's.

        The best one if the certificate is not for *host*; empty where nothing answers.
        """
        ...

    @property
    def authority(self) -> bytes:
        """The certificate of who signs, as DER; empty: there is none."""
        ...
