/** Large address books: import time, and speed of lists and searches compared with small ones. */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Server } from '../test/e2e/server.ts'
import { authorization } from '../test/send-body.ts'
import { at, ms, type Row } from './rows.ts'
import { measureMemory } from './sends.ts'
import type { Stage } from './stage.ts'

const repeatsMax = 25

const firstNames = [
  'Amina',
  'Juma',
  'Neema',
  'Baraka',
  'Asha',
  'Hassan',
  'Zawadi',
  'Rehema',
  'Salma',
  'Daudi',
  'Grace',
  'John',
  'Mary',
  'Peter',
  'Fatuma',
  'Zoë',
]
const cities = ['Dar es Salaam', 'Mwanza', 'Arusha', 'Dodoma', 'Mbeya', 'Tanga', 'Morogoro']

const numberOf = (n: number) => (n * 7_919) % 9_999_991
const nameOf = (n: number) => `Name${(n * 31).toString(36)}`

/** Unsorted numbers and names like in real files, but the same in every run. */
function* csv(count: number, prefix: number): Generator<string> {
  yield 'Phone,First name,Last name,Email,City\n'
  for (let from = 0; from < count; from += 1_000) {
    let lines = ''
    for (let n = from; n < Math.min(count, from + 1_000); n += 1) {
      const first = firstNames[n % firstNames.length]
      lines += `${prefix * 10_000_000 + numberOf(n)},${first},${nameOf(n)},person.${n}@example.com,${cities[n % cities.length]}\n`
    }
    yield lines
  }
}

const questions: readonly [string, (size: number) => string][] = [
  ['first page', () => 'page=1'],
  ['last page', (size) => `page=${Math.ceil(size / 10)}`],
  ['page in the middle', (size) => `page=${Math.ceil(size / 20)}`],
  ['search by number', () => `q=${numberOf(30)}`],
  ['search by name', () => `q=ina%20${nameOf(32)}`],
]

export async function measureContacts(stage: Stage): Promise<Row[]> {
  const { contacts, rounds } = stage.sizes
  const large = stage.databaseUrl === null ? contacts / 10 : contacts
  const smallBook = contacts / 100
  const repeats = Math.min(repeatsMax, rounds)
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-bench-contacts-'))
  const server = await stage.start()
  const importFile = async (name: string, count: number, prefix: number) => {
    const file = join(directory, `${name}.csv`)
    await pipeline(csv(count, prefix), createWriteStream(file))
    await command(stage, server, 'book', 'create', '--name', name)
    const startedAt = performance.now()
    await command(stage, server, 'contact', 'import', file, '--book', name)
    return (performance.now() - startedAt) / 1_000
  }
  try {
    await importFile('Small', smallBook, 25_571)
    const small = await timePages(server.address, 'Small', smallBook, repeats)
    const seconds = await importFile('Large', large, 25_572)
    const found = await timePages(server.address, 'Large', large, repeats)
    return [
      {
        what: `import of ${large.toLocaleString('en')} contacts`,
        value: large / seconds,
        unit: 'contacts/s',
        note: `${seconds.toFixed(1)} s`,
      },
      ...questions.map(([what], index): Row => {
        const [one = 0, other = 0] = [found[index], small[index]]
        return {
          what: `contacts, ${what}`,
          value: one,
          unit: 'ms',
          note: `${ms(other)} with ${smallBook.toLocaleString('en')} contacts`,
        }
      }),
      ...measureMemory(server, 'with contacts'),
    ]
  } finally {
    await server.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function command({ program, settings }: Stage, server: Server, ...words: string[]): Promise<void> {
  const child = spawn(process.execPath, [...program, ...words, '--json'], {
    env: { ...process.env, NGOMA_STAGING: 'true', ...settings, NGOMA_DATA: server.dataDirectory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`ngoma ${words.join(' ')} ended with ${code}`)
}

async function get(address: string, path: string): Promise<{ data: { id: string; addressbook?: string }[] }> {
  const response = await fetch(`${address}/public/v1/${path}`, { headers: { authorization } })
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
  return (await response.json()) as { data: { id: string; addressbook?: string }[] }
}

async function bookIds(address: string): Promise<Record<string, number>> {
  const { data } = await get(address, 'address-books')
  return Object.fromEntries(data.map(({ id, addressbook }) => [addressbook, Number(id)]))
}

/** Times all queries, in milliseconds. */
async function timePages(address: string, book: string, size: number, repeats: number): Promise<number[]> {
  const ids = await bookIds(address)
  const times: number[] = []
  for (const [, query] of questions)
    times.push(await median(address, `addressbook_id=${ids[book]}&${query(size)}`, repeats))
  return times
}

async function median(address: string, query: string, repeats: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repeats; i += 1) {
    const startedAt = performance.now()
    const { data } = await get(address, `contacts?${query}`)
    times.push(performance.now() - startedAt)
    if (data.length === 0) throw new Error(`nothing was found: ${query}`)
  }
  return at(0.5, times)
}
