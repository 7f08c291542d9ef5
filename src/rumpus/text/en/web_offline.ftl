# Playing without a network, in the settings
offline-title = Play offline
offline-why = Download what this device needs to play against bots without a network: all three games, lessons, replays and hints.
offline-get = Make available offline ({ $size } MB)
offline-coming = Downloading: { $size } MB
offline-there = Rumpus is available offline on this device.
offline-remove = Remove it from this device ({ $size } MB)
offline-failed = That didn't work: a part couldn't be downloaded, or this device has no room for it. Check your connection and try again.
