import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Check } from 'typebox/value'
import { type ConsoleRoute, consoleRoutes } from '../contract/console/index.ts'
import { CsvFile, File, type Operation } from '../contract/route.ts'
import { callOf } from '../values/address.ts'
import type { ConsoleClient } from './client.ts'
import { type Command, Failure, readInput } from './command.ts'
import { deriveAll } from './derived.ts'
import { columnAt } from './describe.ts'
import { groupCommands, loadCommands } from './index.ts'
import { fieldsOf } from './schema-fields.ts'

const derivedCommands = deriveAll()

interface Call {
  readonly route: ConsoleRoute
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Every list has the item 7, which is named `seven`. Any other call ends the command. */
async function callOfCommand(command: (typeof derivedCommands)[number], words: readonly string[]): Promise<Call> {
  const calls: Call[] = []
  const list = async (route: ConsoleRoute, request: Omit<Call, 'route'>) => {
    calls.push({ route, ...request })
    const { names = [], answer }: Operation = consoleRoutes[route]
    const [key = 'id'] = Object.keys(fieldsOf(fieldsOf(answer).data?.items as never))
    return {
      data: [
        { [key]: 7, ...Object.fromEntries(names.map((name) => [name, name === 'phone' ? '255700000007' : 'seven'])) },
      ],
      next: null,
    }
  }
  const call = async (route: ConsoleRoute, request: Omit<Call, 'route'>) => {
    calls.push({ route, ...request })
    throw new Failure('called')
  }
  const console = { call, list } as unknown as ConsoleClient
  const input = readInput(command, words)
  assert.ok(input !== null)
  await command
    .run({ ...input, print: () => 0 }, (use) => use(console))
    .catch((error) => assert.equal(error.message, 'called'))
  const last = calls.at(-1)
  assert.ok(last !== undefined)
  return last
}

const wordsOf = (example: string, { name }: Command) =>
  [...example.slice(name.length).matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)

const isFile = ({ body, answer }: Operation) => body === CsvFile || answer === File

/** The arguments of the example are names in capitals. */
const namedSeven = (words: readonly string[], count: number) =>
  words.map((word, place) => (place < count ? (word === 'CONTACT' ? '0700000007' : 'seven') : word))

describe('a command of the contract', () => {
  const tried = derivedCommands.flatMap((command) =>
    command.operations.flatMap((operation, place) => (isFile(operation) ? [] : [{ command, operation, place }])),
  )

  for (const { command, operation, place } of tried)
    it(`${command.name} calls ${operation.route} with the values of its example`, async () => {
      const example = command.examples[place] ?? ''
      const words = namedSeven(wordsOf(example, command), command.arguments?.length ?? 0)
      const isComplete = words.every((word) => !/^(TEXT|N|WORD|TIME|JSON|NAME=VALUE|NAME=FILE|FILE|none)$/.test(word))
      if (!isComplete) return
      const { route, path, query, body } = await callOfCommand(command, words)
      assert.equal(route, operation.route)
      assert.doesNotMatch(callOf(route, { path, query }).url, /:|undefined/)
      if (body !== undefined && operation.body !== undefined)
        assert.ok(Check(operation.body, body), JSON.stringify(body))
      if (operation.example !== undefined && typeof operation.command !== 'object')
        assert.partialDeepStrictEqual(operation.example, body ?? {})
    })

  it('has columns and names that exist', () => {
    for (const { id, answer, columns, names = [] } of Object.values<Operation>(consoleRoutes)) {
      const item = (fieldsOf(answer).data?.items ?? answer) as never
      for (const path of [...(columns ? columns.split(', ') : []), ...names])
        assert.ok(columnAt(item, path) !== null, `${id}: ${path}`)
    }
  })

  it('has a name of its own, and a noun with a heading', async () => {
    const commands = await loadCommands()
    assert.equal(new Set(commands.map(({ name }) => name)).size, commands.length)
    assert.deepEqual(groupCommands(commands).find(({ title }) => title === 'More')?.commands ?? [], [])
  })

  it('describes each option in words other than its name', () => {
    const unclear = derivedCommands.flatMap(({ name, options = {} }) =>
      Object.entries(options)
        .filter(([option, { about }]) => about.split('.')[0]?.toLowerCase() === option.replaceAll('-', ' '))
        .map(([option]) => `${name} --${option}`),
    )
    assert.deepEqual(unclear, [])
  })

  it('has an option for each field of its body', () => {
    for (const { operations, options = {}, name } of derivedCommands)
      for (const { command, body } of operations)
        if (typeof command !== 'object' && body !== CsvFile)
          for (const field of Object.keys(fieldsOf(body)))
            assert.ok(
              Object.values(derivedCommands.find((one) => one.name === name)?.fields ?? {}).some(
                (one) => one in options,
              ),
              `${name} ${field}`,
            )
  })
})

describe('an option of a contract', () => {
  const cases: readonly (readonly [words: string, body: unknown])[] = [
    [
      'otp-app change seven --no-resend --country none --pin-length 5',
      { resend: false, countries: null, pinLength: 5 },
    ],
    ['route change seven --account 2 --no-stop', { accountId: 2, stop: false }],
    ['route change seven --account none --prefix=', { accountId: null, prefix: '' }],
    [
      'contact create --phone 0712345678 --field tier=Gold --field points= --book seven',
      { phone: '0712345678', fields: { tier: 'Gold', points: null }, bookIds: [7] },
    ],
    [
      'account change 3 --suspended --sending-window-from 08:00 --sending-window-to 20:00 --parent 2',
      { suspended: true, sendingWindow: { from: '08:00', to: '20:00' }, parentId: 2 },
    ],
    ['account change 3 --no-suspended --sending-window none', { suspended: false, sendingWindow: null }],
    ['inbound-word set --help-word MSAADA --stop STOP --stop BASI', { help: ['MSAADA'], stop: ['STOP', 'BASI'] }],
    ['conversation change seven --assignee none', { assigneeId: null }],
    ['credit add --amount=-500', { product: 'SMS', amount: '-500' }],
    [
      'key create --name shop --expires-at 2030-01-31T10:00 --scope messages:send',
      { name: 'shop', expiresAt: '2030-01-31T10:00:00.000Z', scopes: ['messages:send'] },
    ],
  ]
  for (const [words, body] of cases)
    it(`becomes a field: ${words}`, async () => {
      const command = derivedCommands.find(({ name }) => words.startsWith(`${name} `) || words === name)
      assert.ok(command !== undefined)
      assert.deepEqual(
        (await callOfCommand(command, words.slice(command.name.length).trim().split(' ').filter(Boolean))).body,
        body,
      )
    })
})
