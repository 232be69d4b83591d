"""Mat, homography, zones, scale and drift of one camera over one table."""
