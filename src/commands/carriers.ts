import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, Route } from '../contract/console/routing.ts'
import { healthOptions, readHealth } from './carrier-health.ts'
import { readFailover, readPassword, readSettings, settingOptions } from './carrier-settings.ts'
import { describeBinds, describeOne, describeState } from './carrier-view.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, secondsCell, table } from './command.ts'
import { listCommand, readAll } from './lists.ts'
import { describeRoute } from './routes.ts'

const usualKind = 'smpp'

const listRoutes = (console: ConsoleClient) => readAll(console, 'GET /routes', {})
const routesTo = (routes: readonly Route[], name: string) => routes.filter(({ carrier }) => carrier === name)
const waitMs = 10_000
const lookMs = 250

/** Gives a new carrier a moment to connect, or to say why it can't. */
async function waitForNews(console: ConsoleClient, carrier: Carrier): Promise<Carrier> {
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

const nameArgument = { name: 'NAME', about: 'The carrier: ngoma carrier list has them.' }
const nameIn = (input: Input) => input.arguments[0] ?? ''
const pathIn = (input: Input) => ({ carrier: nameIn(input) })

const add: Command = {
  name: 'carrier add',
  about: 'Connect a carrier.',
  arguments: [{ name: 'NAME', about: 'What it is called here: up to 32 small letters, digits and dashes.' }],
  options: {
    kind: { value: 'KIND', about: `How it is spoken to; ${usualKind} when left out.` },
    ...settingOptions,
    ...healthOptions,
  },
  notes: `docs/carriers.md says what each setting is for, and connects one in five minutes. The password is kept encrypted and never shown again.
It is connected to at once, by one of the processes that send, and gets messages when a route leads to it: ngoma route add.`,
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
      throw badUsage('--password-file is missing: it names a file with the password, or - for standard input')
    const body = {
      kind,
      settings: settings({}),
      ...(password === undefined ? {} : { secrets: { password } }),
      ...(failoverSeconds === undefined ? {} : { failoverSeconds }),
      ...(health === undefined ? {} : { health: health({}) }),
    }
    const [carrier, routes] = await withConsole(async (console) => {
      const { data } = await console.call('GET /carriers', {})
      if (data.some((one) => one.name === name))
        throw new Failure(`there is a carrier ${name} already: ngoma carrier change ${name} changes it`)
      return [
        await waitForNews(console, await console.call('PUT /carriers/:carrier', { path: pathIn(input), body })),
        await listRoutes(console),
      ] as const
    })
    const next =
      routesTo(routes, name).length > 0
        ? ''
        : `\n\nNo route leads to it yet. For all numbers: ngoma route add --carrier ${name}`
    input.print(carrier, `Carrier ${name} was added. It is ${describeState(carrier)}.${next}`)
    return exitCodes.done
  },
}

const change: Command = {
  name: 'carrier change',
  about: 'Change settings of a carrier.',
  arguments: [nameArgument],
  options: { ...settingOptions, ...healthOptions },
  notes: `What is not given stays as it is; the word default (for a text: nothing) gives a setting its default again. Its connections, and no others, are made
anew with the new settings: what it has under way is answered first, and what waits goes on waiting.`,
  async run(input) {
    const name = nameIn(input)
    const given = Object.keys({ ...settingOptions, ...healthOptions }).some(
      (option) => input.text(option) !== undefined || input.is(option),
    )
    if (!given) throw badUsage('nothing is to be changed: ngoma carrier change --help lists the options')
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
    input.print(carrier, `Carrier ${name} was changed. Whether it connects: ngoma carrier show ${name}`)
    return exitCodes.done
  },
}

const list: Command = {
  name: 'carrier list',
  about: 'List the carriers, and how they are.',
  async run(input) {
    const [carriers, routes] = await withConsole(
      async (console) => [await console.call('GET /carriers', {}), await listRoutes(console)] as const,
    )
    const rows = carriers.data.map((carrier) => {
      const own = routesTo(routes, carrier.name)
      const [first] = own
      const led =
        first === undefined
          ? 'none'
          : own.length === 1
            ? describeRoute(first)
            : `${describeRoute(first)}, and ${own.length - 1} more`
      return [carrier.name, carrier.kind, describeBinds(carrier), led, describeState(carrier)]
    })
    const shown = { data: carriers.data.map((carrier) => ({ ...carrier, routes: routesTo(routes, carrier.name) })) }
    input.print(
      shown,
      rows.length === 0 ? 'No carrier is set up.' : table(['NAME', 'KIND', 'BINDS UP', 'ROUTES', 'STATE'], rows),
    )
    return exitCodes.done
  },
}

const show: Command = {
  name: 'carrier show',
  about: 'Show a carrier, its settings and its binds, without its secrets.',
  arguments: [nameArgument],
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
  about: 'Give a carrier no more messages for now.',
  arguments: [nameArgument],
  notes: `It stays connected, so that receipts still come. What waits for it takes the next route within seconds, where there is one, and otherwise waits
until it is resumed or the message is not valid any more.`,
  async run(input) {
    const carrier = await withConsole((console) =>
      console.call('POST /carriers/:carrier/pause', { path: pathIn(input) }),
    )
    input.print(carrier, `Carrier ${carrier.name} gets no more messages until ngoma carrier resume ${carrier.name}`)
    return exitCodes.done
  },
}

const resume: Command = {
  name: 'carrier resume',
  about: 'Give a carrier messages again.',
  arguments: [nameArgument],
  async run(input) {
    const carrier = await withConsole((console) =>
      console.call('POST /carriers/:carrier/resume', { path: pathIn(input) }),
    )
    input.print(carrier, `Carrier ${carrier.name} gets messages again. It is ${describeState(carrier)}.`)
    return exitCodes.done
  },
}

const remove: Command = {
  name: 'carrier remove',
  about: 'Remove a carrier that no messages wait for, with its routes.',
  arguments: [nameArgument],
  notes: `Pause it first, so that what waits takes another route, and give the receipts of what it has taken the time to come: those that come after it is
removed are lost, and their messages end as expired.`,
  async run(input) {
    const name = nameIn(input)
    await withConsole((console) => console.call('DELETE /carriers/:carrier', { path: pathIn(input) }))
    input.print({ name, removed: true }, `Carrier ${name} was removed.`)
    return exitCodes.done
  },
}

const receipts = listCommand({
  name: 'carrier receipts',
  about: 'List the receipts that belong to no message, the newest first.',
  route: 'GET /receipts/unknown',
  options: { carrier: { value: 'NAME', about: 'Of this carrier; of all when left out.' } },
  request: (input) => ({ query: { carrier: input.text('carrier') } }),
  heads: ['RECEIVED', 'CARRIER', 'REFERENCE', 'STATUS', 'REASON', 'TRIED AGAIN'],
  row: ({ receivedAt, carrier, reference, status, reason, givenUp }) => [
    secondsCell(receivedAt),
    carrier,
    reference,
    status,
    reason,
    givenUp ? 'no' : 'yes',
  ],
  nothing: 'There are no receipts without a message.',
})

export const carrierCommands: readonly Command[] = [add, change, list, show, pause, resume, remove, receipts]
