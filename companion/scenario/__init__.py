"""The scenario language: small game situations in TOML, played by the referee."""

from companion.scenario.play import Result, play_file, play_text, scenario_files

__all__ = ["Result", "play_file", "play_text", "scenario_files"]
