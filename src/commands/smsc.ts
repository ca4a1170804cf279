import type { Counts } from '../../tools/smsc/counts.ts'
import { idForms, receiptForms } from '../../tools/smsc/forms.ts'
import { overRates, type Profile, profileNames, readProfile } from '../../tools/smsc/profile.ts'
import type { SmscOptions } from '../../tools/smsc/smsc.ts'
import { cantListen } from './callbacks.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, secondsCell } from './command.ts'
import { untilStopped } from './until-stopped.ts'

const defaultPort = 2775
const printSeconds = 5

/** The figures of a profile that have an option of their own. */
const figures = {
  latency: { figure: 'latencyMs', value: 'MS', about: 'How long an answer to a submit takes.' },
  rate: { figure: 'ratePerSecond', value: 'N', about: 'Take so many messages a second and no more; 0 is no limit.' },
  throttled: {
    figure: 'throttleRate',
    value: 'SHARE',
    about: 'Of the messages, from 0 to 1: answered with ESME_RTHROTTLED.',
  },
  errors: { figure: 'errorRate', value: 'SHARE', about: 'Answered with ESME_RSYSERR.' },
  disconnects: {
    figure: 'disconnectRate',
    value: 'SHARE',
    about: 'The connection is dropped instead of an answer; half of these were taken.',
  },
  'lost-answers': { figure: 'lostAnswerRate', value: 'SHARE', about: 'Taken, and never answered.' },
  early: { figure: 'earlyRate', value: 'SHARE', about: 'The receipt comes before the answer.' },
  doubled: { figure: 'doubleRate', value: 'SHARE', about: 'The receipt comes twice.' },
  reordered: {
    figure: 'reorderRate',
    value: 'SHARE',
    about: 'The receipt comes later than others, by up to two seconds.',
  },
} as const satisfies Record<string, { figure: keyof Profile; value: string; about: string }>

interface Wishes {
  readonly options: SmscOptions & { readonly port: number }
  readonly httpPort: number | null
}

function readNumber(input: Input, option: string, most: number): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) throw badUsage(`--${option} is a number from 0 to ${most}`)
  return Number(text)
}

function readOne<Choice extends string>(input: Input, option: string, choices: readonly Choice[]): Choice | undefined {
  const text = input.text(option)
  const choice = choices.find((one) => one === text)
  if (text !== undefined && choice === undefined) throw badUsage(`--${option} is one of ${choices.join(', ')}`)
  return choice
}

function readFigure(input: Input, option: keyof typeof figures): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  const isShare = figures[option].value === 'SHARE'
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text) || (isShare && Number(text) > 1))
    throw badUsage(`--${option} is a number ${isShare ? 'from 0 to 1' : 'from 0 on'}`)
  return Number(text)
}

function readWishedProfile(input: Input): Profile {
  const given: Record<string, unknown> = {
    profile: readOne(input, 'profile', profileNames),
    overRate: readOne(input, 'over', overRates),
  }
  for (const option of Object.keys(figures) as (keyof typeof figures)[])
    given[figures[option].figure] = readFigure(input, option)
  const profile = readProfile(withoutGaps(given))
  if (typeof profile === 'string') throw badUsage(profile)
  return profile
}

function readWishes(input: Input): Wishes {
  const options = withoutGaps({
    host: input.text('host'),
    port: readNumber(input, 'port', 65_535) ?? defaultPort,
    systemId: input.text('system-id'),
    password: input.text('password'),
    receipts: readOne(input, 'receipts', receiptForms),
    ids: readOne(input, 'ids', idForms),
    receiptIds: readOne(input, 'receipt-ids', idForms),
    delayMs: readNumber(input, 'delay', 86_400_000),
    seed: readNumber(input, 'seed', 2 ** 31 - 1),
    profile: readWishedProfile(input),
  })
  return { options, httpPort: readNumber(input, 'http', 65_535) ?? null }
}

type WithoutGaps<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> }

/** What was left out is not there, so that defaults stand. */
const withoutGaps = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutGaps<Given>

/** The names as words; what is 0 says nothing, except for the first. */
function describe(counts: Readonly<Counts>): string {
  const words = Object.entries(counts).flatMap(([name, count]) =>
    count === 0 && name !== 'submitted'
      ? []
      : [`${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${count}`],
  )
  return `${secondsCell(new Date().toISOString())}  ${words.join(', ')}`
}

function optionsOfFigures(): Record<string, Option> {
  return Object.fromEntries(Object.entries(figures).map(([name, { value, about }]) => [name, { value, about }]))
}

export const smsc: Command = {
  name: 'smsc',
  about: 'Be a message centre that speaks SMPP 3.4, for tests: any client can bind and submit.',
  options: {
    host: { value: 'ADDRESS', about: 'The address to listen at; 127.0.0.1 when left out.' },
    port: { value: 'N', about: `The port; ${defaultPort} when left out, 0 for any.` },
    'system-id': { value: 'NAME', about: 'Let in this name only; any when left out.' },
    password: { value: 'PASSWORD', about: 'Want this password; any when left out.' },
    delay: { value: 'MS', about: 'How long after the answer the receipt comes; 1000 when left out.' },
    receipts: {
      value: 'FORM',
      about: `Where receipts say what they say: ${receiptForms.join(', ')}; both when left out.`,
    },
    ids: { value: 'FORM', about: `How message ids are written: ${idForms.join(', ')}; decimal when left out.` },
    'receipt-ids': { value: 'FORM', about: 'How they are written in receipts; as in answers when left out.' },
    profile: {
      value: 'NAME',
      about: `What goes wrong: ${profileNames.join(', ')}; healthy when left out. Each of the following changes one figure of it.`,
    },
    ...optionsOfFigures(),
    over: { value: 'FORM', about: `What is above the rate is answered with: ${overRates.join(', ')}.` },
    seed: {
      value: 'N',
      about:
        'Which messages something happens to; 1 when left out. The same messages in the same order have the same fate.',
    },
    http: {
      value: 'PORT',
      about: 'Serve the counts at this port of 127.0.0.1, 0 for any: GET /counts, POST /reset, POST /profile.',
    },
    quiet: { about: 'Print the counts at the end only.' },
  },
  notes: `The end of a number decides: 0000 is refused, 0001 busy twice, 0002 gets no receipt, 0003 is not delivered, 0004 is delivered after 30 seconds,
0005 gets two receipts, 0006 gets it before the answer, and all others are delivered.
Counts are printed every ${printSeconds} seconds while something changes. Duplicates are recognised by source, destination and text among the last million
messages, or at least the last half a million.`,
  async run(input) {
    const { options, httpPort } = readWishes(input)
    const [{ startSmsc }, { serveCounts }] = [
      await import('../../tools/smsc/smsc.ts'),
      await import('../../tools/smsc/http.ts'),
    ]
    const stopped = untilStopped()
    const running = await startSmsc(options).catch((error) => Promise.reject(cantListen(options.port, error)))
    const http =
      httpPort === null
        ? null
        : await serveCounts(running, httpPort).catch((error) => Promise.reject(cantListen(httpPort, error, '--http')))
    const shown = http === null ? '' : ` Counts are at http://127.0.0.1:${http.port}/counts.`
    input.print(
      { port: running.port, http: http?.port ?? null },
      `A message centre listens at ${running.address} (Ctrl-C ends it).${shown}`,
    )

    let last = JSON.stringify(running.counts())
    const print = () => {
      const counts = running.counts()
      if (JSON.stringify(counts) === last) return
      last = JSON.stringify(counts)
      input.print(counts, describe(counts))
    }
    const timer = input.is('quiet') ? undefined : setInterval(print, printSeconds * 1_000)
    await stopped
    clearInterval(timer)
    const counts = running.counts()
    await http?.close()
    await running.close()
    input.print(counts, describe(counts))
    return exitCodes.done
  },
}
