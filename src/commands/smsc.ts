import type { Counts } from '../../tools/smsc/counts.ts'
import { idForms, receiptForms } from '../../tools/smsc/forms.ts'
import { overRates, type Profile, profileNames, profileValues, readProfile } from '../../tools/smsc/profile.ts'
import { cantListen } from './callbacks.ts'
import { badUsage, type Command, choiceIn, countIn, given, type Input, secondsCell } from './command.ts'
import { untilStopped } from './stopping.ts'

const defaultPort = 2775
const printSeconds = 5

/** Options that override one figure of the profile. */
const figures = {
  latency: { figure: 'latencyMs', value: 'MS', about: 'Response time of submit_sm, in milliseconds.' },
  rate: { figure: 'ratePerSecond', value: 'N', about: 'Maximum messages per second; 0 for no limit.' },
  throttled: {
    figure: 'throttleRate',
    value: 'SHARE',
    about: 'Share of messages, from 0 to 1, answered with ESME_RTHROTTLED.',
  },
  errors: {
    figure: 'errorRate',
    value: 'SHARE',
    about: 'Share of messages answered with an error: ESME_RSYSERR, or --error-status.',
  },
  'error-status': { figure: 'errorStatus', value: 'CODE', about: 'The command_status of these answers, such as 0x45.' },
  undelivered: {
    figure: 'undeliveredRate',
    value: 'SHARE',
    about: 'Share of messages whose delivery receipt says that they were not delivered.',
  },
  'receipt-code': {
    figure: 'receiptCode',
    value: 'CODE',
    about: 'The error code in delivery receipts of undelivered messages. Default: 6.',
  },
  disconnects: {
    figure: 'disconnectRate',
    value: 'SHARE',
    about: 'Share of messages that get a disconnect instead of a response; half of them are accepted.',
  },
  'lost-answers': {
    figure: 'lostAnswerRate',
    value: 'SHARE',
    about: 'Share of messages that are accepted and never answered.',
  },
  early: { figure: 'earlyRate', value: 'SHARE', about: 'Share of delivery receipts sent before the response.' },
  doubled: { figure: 'doubleRate', value: 'SHARE', about: 'Share of delivery receipts sent twice.' },
  reordered: {
    figure: 'reorderRate',
    value: 'SHARE',
    about: 'Share of delivery receipts delayed by up to two seconds, so that others overtake them.',
  },
} as const satisfies Record<string, { figure: keyof Profile; value: string; about: string }>

function readFigure(input: Input, option: keyof typeof figures): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (figures[option].value === 'CODE') {
    if (!/^(?:0x[0-9a-f]{1,8}|\d{1,9})$/i.test(text)) throw badUsage(`--${option} must be a code, such as 69 or 0x45`)
    return Number(text)
  }
  const isShare = figures[option].value === 'SHARE'
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text) || (isShare && Number(text) > 1))
    throw badUsage(`--${option} must be a number ${isShare ? 'from 0 to 1' : 'that is 0 or greater'}`)
  return Number(text)
}

function readProfileOptions(input: Input): Profile {
  const figured: Record<string, unknown> = {
    profile: choiceIn(input, 'profile', profileNames),
    overRate: choiceIn(input, 'over', overRates),
  }
  for (const option of Object.keys(figures) as (keyof typeof figures)[])
    figured[figures[option].figure] = readFigure(input, option)
  const profile = readProfile(given(figured))
  if (typeof profile === 'string') throw badUsage(profile)
  return profile
}

function readOptions(input: Input) {
  const others = given({
    host: input.text('host'),
    systemId: input.text('system-id'),
    password: input.text('password'),
    receipts: choiceIn(input, 'receipts', receiptForms),
    ids: choiceIn(input, 'ids', idForms),
    receiptIds: choiceIn(input, 'receipt-ids', idForms),
    delayMs: countIn(input, 'delay', 0, 86_400_000),
    seed: countIn(input, 'seed', 0, 2 ** 31 - 1),
    profile: readProfileOptions(input),
  })
  const options = { ...others, port: countIn(input, 'port', 0, 65_535) ?? defaultPort }
  return { options, httpPort: countIn(input, 'http', 0, 65_535) ?? null }
}

/** The counts that are not 0, and always the first. */
function describe(counts: Readonly<Counts>): string {
  const words = Object.entries(counts).flatMap(([name, count]) =>
    count === 0 && name !== 'submitted'
      ? []
      : [`${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${count}`],
  )
  return `${secondsCell(new Date().toISOString())}  ${words.join(', ')}`
}

export const smsc: Command = {
  name: 'smsc',
  about: 'Run an SMPP 3.4 message centre (SMSC) for tests.',
  options: {
    host: { value: 'ADDRESS', about: 'Address to listen on. Default: 127.0.0.1.' },
    port: { value: 'N', about: `Port; 0 for any free port. Default: ${defaultPort}.` },
    'system-id': { value: 'NAME', about: 'Accept only this system_id. Default: any.' },
    password: { value: 'PASSWORD', about: 'Accept only this password. Default: any.' },
    delay: { value: 'MS', about: 'Delay of delivery receipts after the response, in milliseconds. Default: 1000.' },
    receipts: {
      value: 'FORM',
      about: `Where delivery receipts carry the state and the message ID: ${receiptForms.join(', ')}. Default: both.`,
    },
    ids: { value: 'FORM', about: `Format of message IDs: ${idForms.join(', ')}. Default: decimal.` },
    'receipt-ids': { value: 'FORM', about: 'Format of message IDs in delivery receipts. Default: as in responses.' },
    profile: {
      value: 'NAME',
      about: `Simulated failures: ${profileNames.join(', ')}. Default: healthy. The options from --latency to --over override individual values of the profile.`,
    },
    ...figures,
    over: { value: 'FORM', about: `Response to messages above the rate: ${overRates.join(', ')}.` },
    seed: {
      value: 'N',
      about:
        'Seed of the random failures. Default: 1. With the same seed and the same order of messages, the same messages fail.',
    },
    http: {
      value: 'PORT',
      about: 'Serve GET /counts, POST /reset and POST /profile on this port of 127.0.0.1; 0 for any free port.',
    },
    quiet: { about: 'Print the counts only at the end.' },
  },
  notes: `The last four digits of a number decide the result: 0000 is rejected, 0001 is accepted at the third attempt, 0002 gets no receipt, 0003 is undelivered, 0004 is delivered after 30 seconds, 0005 gets two receipts, 0006 gets its receipt before the response. All other numbers are delivered.

Counts are printed every ${printSeconds} seconds while they change. Duplicates are detected by source, destination and text among at least the last 500,000 messages.

With --http, GET /counts returns the counts, POST /reset sets them to 0, and POST /profile changes the simulated failures. Its body is a JSON object with the name of a profile, by default healthy, and values that override it, such as {"profile":"slow","undeliveredRate":0.1}. Values: ${profileValues.join(', ')}.`,
  examples: ['smsc', 'smsc --port 2776 --profile throttling --http 8091'],
  async run(input) {
    const { options, httpPort } = readOptions(input)
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
    const shown = http === null ? '' : ` Counts: http://127.0.0.1:${http.port}/counts`
    input.print(
      { port: running.port, http: http?.port ?? null },
      `SMSC listening on ${running.address}. Press Ctrl-C to stop.${shown}`,
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
    return input.print(counts, describe(counts))
  },
}
