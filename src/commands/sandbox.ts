import type { ChaosBody, Simulator } from '../contract/console/sandbox.ts'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, secondsCell } from './command.ts'

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const units = Object.entries(unitSeconds).toReversed()

/** Such as `1d 2h`. */
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
  if (!(seconds > 0)) throw badUsage('TIME must be a number with a unit: 30s, 15m, 2h or 3d')
  return seconds
}

const share = (rate: number) => `${Number((rate * 100).toPrecision(12))}%`

function describe({ now, movedSeconds, chaos }: Simulator): string {
  const { latencyMs, refusalRate, disconnectRate, ratePerSecond } = chaos
  return `Clock:        ${secondsCell(now)}, ${movedSeconds === 0 ? 'real time' : `${showSeconds(movedSeconds)} ahead of real time`}
Rejections:   ${share(refusalRate)} of messages
Disconnects:  ${share(disconnectRate)} of messages
Latency:      ${latencyMs} ms
Rate:         ${ratePerSecond === 0 ? 'no limit' : `${countOf(ratePerSecond, 'message')} per second`}`
}

/** Outside staging the routes do not exist. */
async function printSimulator(input: Input, call: (console: ConsoleClient) => Promise<Simulator>): Promise<number> {
  const state = await withConsole(call).catch((error: unknown) => {
    if (error instanceof Failure && error.message.startsWith('Not Found'))
      throw new Failure('the sandbox is available in staging only. Set NGOMA_STAGING=true on the server.')
    throw error
  })
  input.print(state, describe(state))
  return exitCodes.done
}

const show: Command = {
  name: 'sandbox',
  about: 'Show the clock and the simulated failures of staging.',
  notes:
    'Change them with "ngoma sandbox forward" and "ngoma sandbox chaos". Both settings apply to all processes and survive a restart.',
  examples: ['sandbox'],
  run: (input) => printSimulator(input, (console) => console.call('GET /simulator', {})),
}

const forward: Command = {
  name: 'sandbox forward',
  about: 'Move the clock of staging forward, for example to send scheduled messages now.',
  arguments: [{ name: 'TIME', about: 'A number with a unit, such as 30s, 15m, 2h or 3d; at most 366d.' }],
  notes: 'The clock cannot be moved back. Messages that become due are sent, or expire if they are no longer valid.',
  examples: ['sandbox forward 2h'],
  run(input) {
    const seconds = readSeconds(input.arguments[0] ?? '')
    return printSimulator(input, (console) => console.call('POST /simulator/clock', { body: { seconds } }))
  },
}

/** Undefined when the option is missing. */
function readNumber(input: Input, option: string, shape: RegExp, expected: string): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (!shape.test(text)) throw badUsage(`--${option} must be ${expected}`)
  return Number(text)
}

const rate = [/^(0(\.\d{1,6})?|1(\.0+)?)$/, 'a share from 0 to 1, such as 0.1'] as const

const chaos: Command = {
  name: 'sandbox chaos',
  about: 'Make the simulated network reject messages, disconnect, or respond slowly (staging only).',
  options: {
    refusals: { value: 'SHARE', about: 'Share of messages that are rejected, from 0 to 1.' },
    disconnects: { value: 'SHARE', about: 'Share of messages that cause a disconnect, from 0 to 1.' },
    latency: { value: 'MS', about: 'Response time, in milliseconds.' },
    rate: { value: 'COUNT', about: 'Maximum messages per second; 0 for no limit.' },
    off: { about: 'Reset rejections, disconnects and latency to 0.' },
  },
  notes: 'Omitted options keep their current values.',
  examples: ['sandbox chaos --refusals 0.1 --latency 500', 'sandbox chaos --off'],
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
      throw badUsage('nothing to change. Run "ngoma sandbox chaos --help" for the options.')
    return printSimulator(input, (console) => console.call('PUT /simulator/chaos', { body }))
  },
}

export const sandboxCommands: readonly Command[] = [show, forward, chaos]
