"""The versioned store: publish, activate, roll back, pin, clean up; and what a crash leaves of it."""
