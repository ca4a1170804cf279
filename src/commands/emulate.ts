import { callbackPath } from '../carriers/provider-kind.ts'
import { cantListen } from './callbacks.ts'
import { type Command, countIn, exitCodes, type Input, type Option, secondsCell } from './command.ts'
import { untilStopped } from './stopping.ts'

interface Emulated {
  readonly what: 'whatsapp' | 'mpesa'
  readonly title: string
  readonly defaultPort: number
  readonly delayAbout: string
  /** Some providers refuse callback URLs with their own name. */
  readonly providerName: string
  /** More options for `ngoma provider set`. */
  readonly setOptions: string
  readonly options?: Readonly<Record<string, Option>>
  readonly notes: string
  start(input: Input, common: StartOptions): Promise<{ readonly url: string; close(): Promise<void> }>
  /** The file for `ngoma provider set`. */
  settings(url: string): object
  /** Steps after `ngoma provider set`, each a sentence and a command. */
  steps(url: string): readonly (readonly [sentence: string, command: string])[]
}

interface StartOptions {
  readonly host: string
  readonly port: number
  readonly delayMs: number
  readonly onLog: (line: string) => void
}

const defaultHost = '127.0.0.1'
const defaultDelayMs = 1_000
const verifyToken = 'emulator-verify-token'
const callbacks = 'emulator-callback-secret'
/** The button of authentication templates. Its parameter is the code. */
const copyCodeUrl = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp'

const curl = (url: string, path: string, body: object) =>
  `curl -X POST ${url}/_emulator/${path} -d '${JSON.stringify(body)}'`

function describe({ what, title, providerName, setOptions, settings, steps }: Emulated, url: string): string {
  const { port } = new URL(url)
  const all = [
    [
      'Add it to a running server:',
      `npx ngoma emulate ${what} --port ${port} --settings-only | npx ngoma provider set ${providerName} --kind ${what} --file - ${setOptions}`,
    ],
    ...steps(url),
  ]
  return [
    `${title} emulator listening on ${url}. Press Ctrl-C to stop.`,
    `It accepts these settings and secrets:\n\n${JSON.stringify(settings(url), null, 2)}`,
    ...all.map(([sentence, command], index) => `${index + 1}. ${sentence}\n\n   ${command}`),
    '',
  ].join('\n\n')
}

const commandOf = (emulated: Emulated): Command => ({
  name: `emulate ${emulated.what}`,
  about: `Run an emulator of ${emulated.title} for tests and development.`,
  options: {
    host: { value: 'ADDRESS', about: `Address to listen on. Default: ${defaultHost}.` },
    port: { value: 'N', about: `Port; 0 for any free port. Default: ${emulated.defaultPort}.` },
    delay: { value: 'MS', about: `${emulated.delayAbout} Default: ${defaultDelayMs}.` },
    ...emulated.options,
    'settings-only': { about: 'Print the settings for "ngoma provider set --file -" and exit.' },
  },
  notes: emulated.notes,
  examples: [`emulate ${emulated.what}`, `emulate ${emulated.what} --port ${emulated.defaultPort + 10} --delay 0`],
  async run(input) {
    const host = input.text('host') ?? defaultHost
    const port = countIn(input, 'port', 0, 65_535) ?? emulated.defaultPort
    const delayMs = countIn(input, 'delay', 0, 3_600_000) ?? defaultDelayMs
    if (input.is('settings-only')) {
      const settings = emulated.settings(`http://${host}:${port}`)
      return input.print(settings, JSON.stringify(settings, null, 2))
    }
    const stopped = untilStopped()
    const onLog = (line: string) => {
      const at = new Date().toISOString()
      input.print({ at, line }, `${secondsCell(at)}  ${line}`)
    }
    const running = await emulated
      .start(input, { host, port, delayMs, onLog })
      .catch((error) => Promise.reject(cantListen(port, error)))
    input.print({ url: running.url, settings: emulated.settings(running.url) }, describe(emulated, running.url))
    await stopped
    await running.close()
    return exitCodes.done
  },
})

const loginCode = (language: string, text: string, button: string) =>
  ({
    name: 'login_code',
    language,
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', text },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: button, url: `${copyCodeUrl}{{1}}` }] },
    ],
  }) as const

const whatsapp: Emulated = {
  what: 'whatsapp',
  title: 'WhatsApp Cloud API',
  defaultPort: 8095,
  providerName: 'whatsapp',
  // Messages of people who were never written to belong to the account of the provider.
  setOptions: '--product chat --account 1',
  delayAbout: 'Delay between a message and its statuses, in milliseconds.',
  options: {
    'late-errors': {
      about: 'Report undeliverable messages and messages outside the 24-hour window later, as a failed status.',
    },
  },
  notes: `The last four digits of a number decide the result: 1026 is undeliverable, 0002 is sent and never delivered, 0003 is read without a delivery report. All other messages are sent, delivered and read. Messages other than templates are accepted only within 24 hours after the person wrote.

Accepted messages and requests to the control API under /_emulator are printed. tools/whatsapp/README.md lists its checks and the faults that it can simulate.`,
  async start(input, common) {
    const { startWhatsApp } = await import('../../tools/whatsapp/whatsapp.ts')
    return startWhatsApp({
      ...common,
      reads: true,
      lateErrors: input.is('late-errors'),
      templates: [
        {
          name: 'order_ready',
          language: 'en',
          components: [{ type: 'BODY', text: 'Hello {{1}}, your order is ready.' }],
        },
        {
          name: 'order_ready',
          language: 'sw',
          components: [{ type: 'BODY', text: 'Habari {{1}}, oda yako iko tayari.' }],
        },
        loginCode('en', '{{1}} is your code.', 'Copy code'),
        loginCode('en_US', '{{1}} is your code.', 'Copy code'),
        loginCode('sw', 'Namba yako ya siri ni {{1}}.', 'Nakili namba'),
      ],
    })
  },
  settings: (url) => ({
    wabaId: '102290129340398',
    numbers: [{ id: '106540352242922', number: '255710000100' }],
    baseUrl: url,
    secrets: {
      accessToken: 'EAAemulatorWhatsAppToken',
      appSecret: 'emulator-whatsapp-app-secret',
      verifyToken,
      callbacks,
    },
  }),
  steps: (url) => [
    [
      'Subscribe the callback URL of the server. If the server has another port than 8080, change it here:',
      curl(url, 'subscribe', {
        url: `http://127.0.0.1:8080${callbackPath('whatsapp', callbacks)}`,
        verify_token: verifyToken,
      }),
    ],
    [
      'Write as a person, which opens the 24-hour window:',
      curl(url, 'write', { from: '255710000001', text: 'Habari' }),
    ],
    ['Lose the next answer:', curl(url, 'faults', { name: 'answer-lost', on: 'messages' })],
  ],
}

const mpesa: Emulated = {
  what: 'mpesa',
  title: 'M-Pesa Express',
  defaultPort: 8096,
  providerName: 'express',
  setOptions: '--product payments',
  delayAbout: 'Time that people take to answer the prompt, in milliseconds.',
  notes: `The last four digits of the phone decide the result: 1032 cancels, 1037 cannot be reached, 0001 has too little money, 2001 enters a wrong PIN, 1019 is too late, 9999 does nothing until you decide. All others pay. Phones begin with 254. M-Pesa takes whole amounts in KES only: start the server with NGOMA_CURRENCY=KES, and with NGOMA_PUBLIC_URL for the callbacks.

Pushes, results and callbacks are printed. tools/mpesa/README.md lists its checks and the faults that it can simulate.`,
  async start(_, common) {
    const { startMpesa } = await import('../../tools/mpesa/mpesa.ts')
    return startMpesa(common)
  },
  settings: (url) => ({
    shortCode: '174379',
    baseUrl: url,
    secrets: {
      consumerKey: 'emulator-consumer-key',
      consumerSecret: 'emulator-consumer-secret',
      passkey: 'emulator-passkey',
    },
  }),
  steps: (url) => [
    ['Answer the prompt of a phone that ends in 9999:', curl(url, 'answer', { phone: '254708379999', outcome: 0 })],
    ['Send no callback for the next payment:', curl(url, 'faults', { name: 'callback-never' })],
    ['Export the statement for "npx ngoma payment reconcile":', `curl ${url}/_emulator/statement.csv`],
  ],
}

export const emulateCommands: readonly Command[] = [commandOf(whatsapp), commandOf(mpesa)]
