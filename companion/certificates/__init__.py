"""The companion's own certificate: a phone gives its camera to pages over TLS alone."""
