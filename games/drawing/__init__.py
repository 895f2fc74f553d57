"""What every page draws with: names, times, sentences and the map."""
