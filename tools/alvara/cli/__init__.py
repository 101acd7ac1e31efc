"""The command line: parse, wire adapters to the app, render, exit."""
