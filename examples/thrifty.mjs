// A bot in JavaScript: it goes for points, but keeps tiles that would add little.
//
//   qwirkle play --seats "person,program: node examples/thrifty.mjs"

import { createInterface } from "node:readline";

const say = (answer) => console.log(JSON.stringify(answer));
const tiles = (move) => move.split(" ").length;

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.hello) {
    say({ protocol: 1, moves: 50 });
  } else {
    const worth = ({ move, points }) => points - 0.5 * tiles(move);
    const [best] = message.moves.sort((one, other) => worth(other) - worth(one));
    say({ move: best.move });
  }
}
