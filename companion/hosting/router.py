"""The configuration of nginx as a club's router: each table's pages come from who holds it now.

Before a request of a table is led on, the router asks hub or workers, whichever answers, who holds
it (`/where/KEY`), and believes that for a second. It needs no database and is told of no table.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

BELIEVED_S = 1
"""So long an answer counts; longer only while nobody answers."""
AGAIN_S = 2
"""So soon the page asks again that is shown while a table is taken over."""
CONNECTIONS, OF_AN_ADDRESS = 16384, 4096
"""Of one process; an address has a part of them, for a whole club may stand behind one."""


class Router(msgspec.Struct, frozen=True, kw_only=True):
    """What it leads to, and from where."""

    hub: str  # HOST:PORT
    workers: Sequence[str]  # likewise, each as it calls itself
    folder: Path  # of its own: what it keeps for a moment
    port: int
    certificate: Path | None = None  # with its key: pages over TLS alone
    key: Path | None = None
    largest: int  # bytes of a body, at any address
    away: Mapping[str, str]  # language -> page with `AGAIN` in it, for while no worker answers
    hub_away: Mapping[str, str]  # likewise for while the hub does not


AGAIN = "[again]"
"""Stands in a page where it is said when it asks again, and for what."""


def configuration(router: Router) -> str:
    """Return what nginx is started with: `nginx -c FILE`, as any user."""
    folder = router.folder
    return "\n".join(
        (
            "# Made by `companion router`. Start it with: nginx -c THIS_FILE",
            "daemon off;",
            "worker_processes auto;",
            f"worker_rlimit_nofile {2 * CONNECTIONS};",
            f"pid {_quoted(folder / 'router.pid')};",
            "error_log stderr warn;",
            f"events {{ worker_connections {CONNECTIONS}; }}",
            "http {",
            _kept(folder),
            _led(router),
            _away(router.away, router.hub_away),
            _server(router),
            "}",
            "",
        )
    )


def _kept(folder: Path) -> str:
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"  {part}_temp_path {_quoted(folder / part)};" for part in parts)
    return f"""\
  access_log off;
  server_tokens off;
  default_type text/plain;
{paths}
  proxy_cache_path {_quoted(folder / "where")} keys_zone=where:8m inactive=10m use_temp_path=off;
  limit_conn_zone $binary_remote_addr zone=address:8m;
  proxy_http_version 1.1;
  proxy_connect_timeout 2s;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;"""


def _led(router: Router) -> str:
    """Return who is asked, and where a table's requests go: to workers named here alone."""
    asked = "\n".join(
        f"    server {one} max_fails=1 fail_timeout=2s;" for one in (router.hub, *router.workers)
    )
    names = {one: f"worker_{n}" for n, one in enumerate(router.workers, start=1)}
    workers = "\n".join(f"  upstream {name} {{ server {one}; }}" for one, name in names.items())
    any_one = "\n".join(
        f"    server {one} max_fails=1 fail_timeout=2s;" for one in router.workers or (router.hub,)
    )
    known = "\n".join(f"    {_quoted(one)} {name};" for one, name in names.items())
    return f"""\
  upstream ask {{
{asked}
  }}
  upstream hub {{ server {router.hub}; }}
  upstream any_worker {{
{any_one}
  }}
{workers}
  map $holder $worker {{
    default "";
{known}
  }}"""


def _away(pages: Mapping[str, str], hub_pages: Mapping[str, str]) -> str:
    """Return the pages that are shown while nobody answers; no form is sent again by them."""
    first = next(iter(pages))
    accepted = "\n".join(f"    ~*^{language} {language};" for language in pages)
    chosen = "\n".join(rf"    ~(^|\.){language}(\.|$) {language};" for language in pages)
    words, hub_words = (
        "\n".join(
            f"    {language} {_quoted(page.replace(AGAIN, '$again'))};"
            for language, page in each.items()
        )
        for each in (pages, hub_pages)
    )
    return f"""\
  map $http_accept_language $accepted {{
    default {first};
{accepted}
  }}
  map $cookie_look $language {{
    default $accepted;
{chosen}
  }}
  map "$request_method $table" $again {{
    "~^(GET|HEAD) " {AGAIN_S};
    "~^[A-Z]+ $" "{AGAIN_S}; url=/";
    default "{AGAIN_S}; url=/t/$table/";
  }}
  map $language $away {{
    default "";
{words}
  }}
  map $language $hub_away {{
    default "";
{hub_words}
  }}"""


def _server(router: Router) -> str:
    tls = ""
    if router.certificate and router.key:
        tls = f"""
    ssl_certificate {_quoted(router.certificate)};
    ssl_certificate_key {_quoted(router.key)};
    ssl_session_cache shared:tls:8m;
    error_page 497 =308 https://$http_host$request_uri;"""
    return f"""\
  server {{
    listen {router.port}{" ssl" if tls else ""};
    limit_conn address {OF_AN_ADDRESS};
    client_max_body_size {router.largest};{tls}

    location ~ ^/t/(?<table>[A-Za-z0-9_-]+)(/|$) {{
      auth_request /_where;
      auth_request_set $holder $upstream_http_x_worker;
      proxy_pass http://$worker;
      error_page 403 = @none;
      error_page 500 502 503 504 = @away;
    }}
    location ~ ^/t(/|$) {{ {_NONE} }}
    location ^~ /t/static/ {{ {_NONE} }}
    location / {{
      proxy_pass http://hub;
      error_page 502 504 = @hub_away;
    }}
    location /where/ {{ return 404; }}
{_ASKING}
{_ANSWERING}
  }}"""


_NONE = (
    "proxy_pass http://any_worker; proxy_next_upstream error timeout http_502;"
    " error_page 502 504 = @away;"
)
"""Where there is no table any worker says so: the hub has other pages."""

_ASKING = f"""
    location = /_where {{
      internal;
      proxy_pass http://ask/where/$table;
      proxy_pass_request_headers off;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_connect_timeout 1s;
      proxy_read_timeout 3s;
      proxy_next_upstream error timeout http_500 http_502 http_503 http_504;
      proxy_next_upstream_timeout 8s;
      proxy_cache where;
      proxy_cache_key $table;
      proxy_cache_valid 204 403 {BELIEVED_S}s;
      proxy_cache_lock on;
      proxy_cache_use_stale error timeout http_500 http_502 http_503 http_504;
      proxy_ignore_headers Cache-Control Expires Vary Set-Cookie;
    }}"""
"""How it is asked who holds a table."""


def _standing(page: str) -> str:
    return f"""\
    location @{page} {{
      default_type text/html;
      charset utf-8;
      add_header Retry-After {AGAIN_S} always;
      add_header Cache-Control no-store always;
      return 503 ${page};
    }}"""


_ANSWERING = f"""\
    location @none {{ {_NONE} }}
{_standing("away")}
{_standing("hub_away")}"""
"""What is answered where there is no table, and where nobody answers."""


def _quoted(text: str | Path) -> str:
    """Return a text as one word of the configuration; a `$` in it names a variable."""
    plain = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
