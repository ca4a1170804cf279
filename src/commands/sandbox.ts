import type { ChaosBody, Simulator } from '../contract/console/sandbox.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, secondsCell } from './command.ts'

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const units = Object.entries(unitSeconds).toReversed()

/** `1d 2h`, as it is also written. */
function showSeconds(seconds: number): string {
  let rest = seconds
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count}${unit}`]
  })
  return parts.join(' ') || '0s'
}

function readSeconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (unitSeconds[unit] ?? 0)
  if (!(seconds > 0)) throw badUsage('TIME is a number with s, m, h or d: 30s, 15m, 2h, 3d')
  return seconds
}

const share = (rate: number) => `${Number((rate * 100).toPrecision(12))} %`

function describe({ now, movedSeconds, chaos }: Simulator): string {
  const { latencyMs, refusalRate, disconnectRate, ratePerSecond } = chaos
  return `Clock:        ${secondsCell(now)}, ${movedSeconds === 0 ? 'the real time' : `${showSeconds(movedSeconds)} ahead of the real time`}
Refusals:     ${share(refusalRate)} of the messages
Disconnects:  with ${share(disconnectRate)} of the messages
Latency:      ${latencyMs} ms
Rate:         ${ratePerSecond === 0 ? 'no limit' : `${ratePerSecond} messages a second`}`
}

/** Outside staging these paths are not there. */
async function turn(input: Input, ask: (console: ConsoleClient) => Promise<Simulator>): Promise<number> {
  const state = await withConsole(ask).catch((error: unknown) => {
    if (error instanceof Failure && error.message.startsWith('Not Found'))
      throw new Failure('there is a sandbox in staging only: NGOMA_STAGING=true')
    throw error
  })
  input.print(state, describe(state))
  return exitCodes.done
}

const show: Command = {
  name: 'sandbox',
  about: 'Show the clock and the chaos of the simulated network, in staging.',
  notes:
    'ngoma sandbox forward moves the clock, and ngoma sandbox chaos turns the chaos. Both stay over a restart, and hold for every process.',
  run: (input) => turn(input, (console) => console.call('GET /simulator', {})),
}

const forward: Command = {
  name: 'sandbox forward',
  about: 'Move the clock of staging forward, so that what waits for a time comes to it.',
  arguments: [{ name: 'TIME', about: 'How far: 30s, 15m, 2h or 3d, at most 366d at once.' }],
  notes: 'It can not be moved back. What should have gone out in the meantime goes out now, or has expired by now.',
  run(input) {
    const seconds = readSeconds(input.arguments[0] ?? '')
    return turn(input, (console) => console.call('POST /simulator/clock', { body: { seconds } }))
  },
}

/** Undefined stays as it is. */
function readNumber(input: Input, option: string, shape: RegExp, what: string): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (!shape.test(text)) throw badUsage(`--${option} is ${what}`)
  return Number(text)
}

const rate = [/^(0(\.\d{1,6})?|1(\.0+)?)$/, 'a share from 0 to 1, such as 0.1'] as const

const chaos: Command = {
  name: 'sandbox chaos',
  about: 'Let the simulated network refuse messages, lose its connection, or be slow.',
  options: {
    refusals: { value: 'SHARE', about: 'How many of the messages it refuses, from 0 to 1.' },
    disconnects: { value: 'SHARE', about: 'With how many of the messages the connection is lost, from 0 to 1.' },
    latency: { value: 'MS', about: 'How long it takes to answer, in milliseconds.' },
    rate: { value: 'COUNT', about: 'How many messages it takes in a second; 0 is no limit.' },
    off: { about: 'No refusals, no disconnects and no latency any more.' },
  },
  notes: 'What is left out stays as it is.',
  run(input) {
    const given = {
      refusalRate: readNumber(input, 'refusals', ...rate),
      disconnectRate: readNumber(input, 'disconnects', ...rate),
      latencyMs: readNumber(input, 'latency', /^\d{1,9}$/, 'a number of milliseconds'),
      ratePerSecond: readNumber(input, 'rate', /^\d{1,9}$/, 'a number of messages'),
    }
    const off = input.is('off') ? { refusalRate: 0, disconnectRate: 0, latencyMs: 0 } : {}
    const body: ChaosBody = {
      ...off,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    }
    if (Object.keys(body).length === 0)
      throw badUsage('nothing is to be changed: ngoma sandbox chaos --help lists the options')
    return turn(input, (console) => console.call('PUT /simulator/chaos', { body }))
  },
}

export const sandboxCommands: readonly Command[] = [show, forward, chaos]
