'use strict';
// boardgame.io's own server with its usual storage in memory; prints its port when it takes connections.
const { Server } = require('boardgame.io/server');
const { Laying } = require('./game.js');

const server = Server({ games: [Laying], origins: ['*'] });
server.run({ port: Number(process.argv[2] || 0) }).then(({ appServer }) => {
  process.stdout.write(`${JSON.stringify({ port: appServer.address().port })}\n`);
});
