"""The companion as a service of its machine: installed, updated, gone back from, taken away."""
