import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, Route } from '../contract/console/routing.ts'
import { carrierErrors } from './carrier-errors.ts'
import { healthOptions, readHealth } from './carrier-health.ts'
import { readFailover, readPassword, readSettings, settingOptions } from './carrier-settings.ts'
import { describeBinds, describeOne, describeState } from './carrier-view.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, secondsCell, table } from './command.ts'
import { ifMissingOption, listCommand, readAll } from './lists.ts'
import { describeRoute } from './routes.ts'

const usualKind = 'smpp'

const listRoutes = (console: ConsoleClient) => readAll(console, 'GET /routes', {})
const routesTo = (routes: readonly Route[], name: string) => routes.filter(({ carrier }) => carrier === name)
const waitMs = 10_000
const lookMs = 250

/** Waits until a new carrier has connected or reports a problem. */
async function waitForConnection(console: ConsoleClient, carrier: Carrier): Promise<Carrier> {
  let current = carrier
  const end = performance.now() + waitMs
  while (
    console.isServed &&
    current.awaySince !== null &&
    current.connections.every(({ problem }) => problem === null) &&
    performance.now() < end
  ) {
    await sleep(lookMs)
    current = await console.call('GET /carriers/:carrier', { path: { carrier: carrier.name } })
  }
  return current
}

const nameArgument = { name: 'NAME', about: 'Name of the carrier, see "ngoma carrier list".' }
const nameIn = (input: Input) => input.arguments[0] ?? ''
const pathIn = (input: Input) => ({ carrier: nameIn(input) })

const add: Command = {
  name: 'carrier add',
  about: 'Add a carrier and connect to it.',
  arguments: [{ name: 'NAME', about: 'A name of your choice: up to 32 lowercase letters, digits and dashes.' }],
  options: {
    kind: { value: 'TYPE', about: `Type of the carrier, smpp or http. Default: ${usualKind}.` },
    ...settingOptions,
    ...healthOptions,
    ...ifMissingOption,
  },
  notes: `See docs/carriers.md for a tutorial and a description of every setting. The password is stored encrypted and never shown again.

A worker connects to the carrier at once. The carrier receives messages when a route leads to it: see "ngoma route add".

"ngoma provider set" is the general form of this command, for the providers of all products.`,
  examples: ['carrier add north --host smpp.example.com --system-id ngoma --password-file password.txt'],
  async run(input) {
    const name = nameIn(input)
    const kind = input.text('kind') ?? usualKind
    const [settings, failoverSeconds, health, password] = [
      await readSettings(input),
      readFailover(input),
      readHealth(input),
      await readPassword(input),
    ]
    if (kind === usualKind && password === undefined)
      throw badUsage('--password-file is required: give a file with the password, or - for standard input')
    const body = {
      kind,
      settings: settings({}),
      ...(password === undefined ? {} : { secrets: { password } }),
      ...(failoverSeconds === undefined ? {} : { failoverSeconds }),
      ...(health === undefined ? {} : { health: health({}) }),
    }
    const [carrier, routes] = await withConsole(async (console) => {
      const { data } = await console.call('GET /carriers', {})
      const existing = data.find((one) => one.name === name)
      if (existing !== undefined && input.is('if-missing')) return [existing, null] as const
      if (existing !== undefined)
        throw new Failure(`carrier ${name} already exists. To change it, use "ngoma carrier change ${name}".`)
      return [
        await waitForConnection(console, await console.call('PUT /carriers/:carrier', { path: pathIn(input), body })),
        await listRoutes(console),
      ] as const
    })
    if (routes === null) {
      input.print(carrier, `Carrier ${name} exists already.`)
      return exitCodes.done
    }
    // A script that can run again adds its routes itself.
    const next =
      routesTo(routes, name).length > 0 || input.is('if-missing')
        ? ''
        : `\n\nNo route leads to it yet. To route all numbers to it: ngoma route add --carrier ${name}`
    input.print(carrier, `Carrier ${name} added. Status: ${describeState(carrier)}.${next}`)
    return exitCodes.done
  },
}

const change: Command = {
  name: 'carrier change',
  about: 'Change the settings of a carrier.',
  arguments: [nameArgument],
  options: { ...settingOptions, ...healthOptions },
  notes: `Omitted options keep their current values. The value "default" (for TEXT options, an empty value) resets a setting to its default.

The carrier reconnects with the new settings. It first waits for the responses to submitted messages; queued messages stay queued. Other carriers are not affected.`,
  examples: ['carrier change north --rate 100 --window 50', 'carrier change north --window default'],
  async run(input) {
    const name = nameIn(input)
    const given = Object.keys({ ...settingOptions, ...healthOptions }).some(
      (option) => input.text(option) !== undefined || input.is(option),
    )
    if (!given) throw badUsage('nothing to change. Run "ngoma carrier change --help" for the options.')
    const [settings, failoverSeconds, health, password] = [
      await readSettings(input),
      readFailover(input),
      readHealth(input),
      await readPassword(input),
    ]
    const carrier = await withConsole(async (console) => {
      const path = pathIn(input)
      const current = await console.call('GET /carriers/:carrier', { path })
      const body = {
        kind: current.kind,
        settings: settings(current.settings),
        ...(failoverSeconds === undefined ? {} : { failoverSeconds }),
        ...(health === undefined ? {} : { health: health(current.healthSettings) }),
        ...(password === undefined ? {} : { secrets: { password } }),
      }
      return console.call('PUT /carriers/:carrier', { path, body })
    })
    input.print(carrier, `Carrier ${name} changed. To check the connection: ngoma carrier show ${name}`)
    return exitCodes.done
  },
}

const list: Command = {
  name: 'carrier list',
  about: 'List carriers with their status.',
  notes: '"ngoma provider list" lists the providers of all products.',
  examples: ['carrier list'],
  async run(input) {
    const [carriers, routes] = await withConsole(
      async (console) => [await console.call('GET /carriers', {}), await listRoutes(console)] as const,
    )
    const rows = carriers.data.map((carrier) => {
      const own = routesTo(routes, carrier.name)
      const [first] = own
      const summary =
        first === undefined
          ? 'none'
          : own.length === 1
            ? describeRoute(first)
            : `${describeRoute(first)}; ${own.length - 1} more`
      return [carrier.name, carrier.kind, describeBinds(carrier), summary, describeState(carrier)]
    })
    const shown = { data: carriers.data.map((carrier) => ({ ...carrier, routes: routesTo(routes, carrier.name) })) }
    input.print(
      shown,
      rows.length === 0 ? 'No carriers are set up.' : table(['NAME', 'TYPE', 'BINDS UP', 'ROUTES', 'STATUS'], rows),
    )
    return exitCodes.done
  },
}

const show: Command = {
  name: 'carrier show',
  about: 'Show the settings, routes and binds of a carrier, without its secrets.',
  arguments: [nameArgument],
  examples: ['carrier show north'],
  async run(input) {
    const name = nameIn(input)
    const [carrier, routes] = await withConsole(
      async (console) =>
        [
          await console.call('GET /carriers/:carrier', { path: pathIn(input) }),
          routesTo(await listRoutes(console), name),
        ] as const,
    )
    input.print({ ...carrier, routes }, describeOne(carrier, routes))
    return exitCodes.done
  },
}

const pause: Command = {
  name: 'carrier pause',
  about: 'Pause a carrier: send it no messages until it is resumed.',
  arguments: [nameArgument],
  notes: `The carrier stays connected and still delivers receipts. Queued messages take the next route within seconds. Without another route, they wait until the carrier is resumed or they expire.`,
  examples: ['carrier pause north'],
  async run(input) {
    const carrier = await withConsole((console) =>
      console.call('POST /carriers/:carrier/pause', { path: pathIn(input) }),
    )
    input.print(carrier, `Carrier ${carrier.name} paused. To resume it: ngoma carrier resume ${carrier.name}`)
    return exitCodes.done
  },
}

const resume: Command = {
  name: 'carrier resume',
  about: 'Resume a paused carrier.',
  arguments: [nameArgument],
  examples: ['carrier resume north'],
  async run(input) {
    const carrier = await withConsole((console) =>
      console.call('POST /carriers/:carrier/resume', { path: pathIn(input) }),
    )
    input.print(carrier, `Carrier ${carrier.name} resumed. Status: ${describeState(carrier)}.`)
    return exitCodes.done
  },
}

const remove: Command = {
  name: 'carrier remove',
  about: 'Remove a carrier that has no queued messages, together with its routes.',
  arguments: [nameArgument],
  notes: `Pause the carrier first, so that queued messages take another route, and wait for the delivery receipts of submitted messages. Receipts that arrive after the removal are lost, and their messages expire.`,
  examples: ['carrier remove north'],
  async run(input) {
    const name = nameIn(input)
    await withConsole((console) => console.call('DELETE /carriers/:carrier', { path: pathIn(input) }))
    input.print({ name, removed: true }, `Carrier ${name} removed.`)
    return exitCodes.done
  },
}

const receipts = listCommand({
  name: 'carrier receipts',
  about: 'List delivery receipts without a matching message, newest first.',
  route: 'GET /receipts/unknown',
  options: { carrier: { value: 'NAME', about: 'Only receipts of this carrier.' } },
  examples: ['carrier receipts --carrier north'],
  request: (input) => ({ query: { carrier: input.text('carrier') } }),
  heads: ['RECEIVED', 'CARRIER', 'REFERENCE', 'STATUS', 'REASON', 'RETRIED'],
  row: ({ receivedAt, carrier, reference, status, reason, givenUp }) => [
    secondsCell(receivedAt),
    carrier,
    reference,
    status,
    reason,
    givenUp ? 'no' : 'yes',
  ],
  nothing: 'No unmatched delivery receipts.',
})

export const carrierCommands: readonly Command[] = [
  add,
  change,
  list,
  show,
  pause,
  resume,
  remove,
  receipts,
  carrierErrors,
]
