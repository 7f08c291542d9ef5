# Playing without a network, in the settings
offline-title = Play offline
offline-why = Get what this device needs to play against bots without a network: all three games, lessons, replays and hints.
offline-get = Make available offline ({ $size } MB)
offline-coming = On its way: { $size } MB
offline-there = Rumpus is available offline on this device.
offline-remove = Remove it from this device ({ $size } MB)
offline-failed = That didn't work: a part could not be fetched, or this device has no room for it. Check your connection and try again.
