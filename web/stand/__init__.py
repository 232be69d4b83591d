"""A phone in a stand as the camera: its page, who lets it in, and the frames that it sends."""
