import { applaud, type Cast, type Handle } from "../cast";
import type { World } from "../world";

/** Small talk: days ago, time, who, what, and how many liked it. */
const SAID: readonly [days: number, time: string, who: Handle, what: string, likes: number][] = [
  [
    39,
    "16:20",
    "bosse",
    "Sourdough report: the starter is alive, the replica is behind, and I have begun to mix them up.",
    3,
  ],
  [
    37,
    "12:00",
    "lou",
    "House rule, since somebody asked: you may disagree with anybody here, but you have to have read the readme first.",
    4,
  ],
  [
    35,
    "19:45",
    "chidi",
    "Sanded for three hours. My audiobook ended, I did not notice, and the silence was better than the book.",
    3,
  ],
  [32, "08:35", "ada", "Brass lesson of the day: it remembers every fingerprint, and files them.", 4],
  [
    31,
    "13:25",
    "dana",
    "If your button says “Click here”, your button is telling me about your hand, not about my choice.",
    5,
  ],
  [30, "02:40", "emil", "Solder smells like progress and is not.", 2],
  [
    28,
    "17:15",
    "fatima",
    "A pupil asked how many times she must roll a die before it is proven fair. I said: how sure do you have to be? She said: sure. We looked at each other for a while.",
    6,
  ],
  [26, "10:10", "goro", "In TypeScript there is “never”. In clockmaking there is only “not yet”.", 7],
  [25, "21:00", "bosse", "Somebody wrote SELECT * in a loop and called it a microservice.", 5],
  [
    23,
    "06:05",
    "hanne",
    "Joined because Bo says this is where people talk about queues. I have one. It is outside, it is hungry, and it is six in the morning.",
    5,
  ],
  [
    23,
    "15:30",
    "ada",
    "Small tools that I would save from a fire: the 0.3 mm drill, the good tweezers, the bad tweezers.",
    4,
  ],
  [
    22,
    "11:50",
    "lou",
    "Corrections: the tower of Veldhaven is from 1871, not 1817. Thank you to four readers and one very cross clockmaker.",
    3,
  ],
  [21, "18:00", "ines", "New here. I draw small. If I follow you, it is because your avatar has good corners.", 5],
  [
    20,
    "09:20",
    "lou",
    "An API should be a front door. We have written down what we mean by that: /blog/an-api-you-can-hold",
    4,
  ],
  [19, "14:15", "hanne", "The sourdough clock is public! It is a spreadsheet. It is allowed to be a spreadsheet.", 6],
  [
    19,
    "23:55",
    "emil",
    "Found out why the oscillator drifts. It is next to the kettle. I have tuned to tea for two years.",
    5,
  ],
  [
    18,
    "10:40",
    "goro",
    "They gave the tower of Veldhaven an address. I worked on her escapement in 1994. She was late then, too, and nobody could be angry with her.",
    7,
  ],
  [17, "20:20", "chidi", "My daughter has named all thirty-six pegs. There are nine Kevins.", 6],
  [
    15,
    "08:00",
    "fatima",
    "Today’s estimate, by show of hands: 31 pupils, 29 of whom are better than average drivers. They are fifteen.",
    7,
  ],
  [
    14,
    "12:30",
    "kavya",
    "Hello! I keep other people’s servers up. Please put a timeout on it. I do not know what it is. Put a timeout on it.",
    6,
  ],
  [
    13,
    "17:45",
    "dana",
    "Nicest thing this week: somebody shipped a fix for my report before I had finished writing the report.",
    5,
  ],
  [
    12,
    "16:10",
    "jonah",
    "Does anyone know whether it counts as gambling if the coins are free and the shame is real",
    6,
  ],
  [11, "19:05", "ines", "Two frames are a blink. Three frames are a blink with doubts.", 5],
  [
    10,
    "07:20",
    "hanne",
    "Flour came late. The abacus at Ada’s knew before I did. I do not like how that sounds, but the rolls were saved.",
    4,
  ],
  [10, "15:00", "bosse", "An explain plan is a horror story in which the monster is always called Seq Scan.", 6],
  [
    8,
    "11:15",
    "kavya",
    "Card no. 7 says it all: answer first, work later. Also good advice for my mother’s messages. /news/webhooks-on-a-postcard",
    5,
  ],
  [8, "20:50", "chidi", "Oiled the oak. Waited. Oiled the oak. This is what people mean by a hobby.", 3],
  [
    7,
    "09:05",
    "goro",
    "I have asked the machine for the time zone of my own kitchen. There are, it turns out, opinions.",
    5,
  ],
  [7, "22:30", "emil", "The bell has been quiet for a month. Either it works, or nobody loves me.", 6],
  [
    6,
    "13:10",
    "ada",
    "Row four got its drop of oil. @goro was right. I shall be insufferable about how easily it moves now.",
    5,
  ],
  [5, "08:25", "ines", "Commission of the week: “could you draw our database, but friendly?” Bo, please sit still.", 6],
  [
    3,
    "17:20",
    "hanne",
    "Explained idempotency to the new apprentice: if you salt the dough twice, it must not matter. It matters. It is bread. Bad example.",
    8,
  ],
  [
    1,
    "12:05",
    "kavya",
    "The deploy went out, the graphs stayed flat, I ate lunch sitting down. I shall tell my grandchildren.",
    7,
  ],
  [
    1,
    "18:35",
    "chidi",
    "Nine schools have built the board. One of them sent a ball back because it was “too lucky”.",
    6,
  ],
];

export async function smallTalk(world: World, cast: Cast): Promise<void> {
  for (const [days, time, who, what, likes] of SAID) {
    world.daysAgo(days, time);
    const post = await cast[who].posts(what);
    await applaud(world, cast, post, likes);
  }
}
