/** Console users for tests, each with an own IP address and cookie jar. */
import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { insertPassword } from '../../src/modules/users/store.ts'
import { callFor } from '../account-api.ts'
import type { Answer, World } from '../world.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  readonly body?: unknown
  readonly cookie?: string
  readonly address?: string
  /** Undefined values are omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface ConsoleAnswer extends Answer {
  /** The Set-Cookie headers. */
  readonly cookies: readonly string[]
}

export const consolePath = '/console/v1'
export const adminEmail = 'owner@ngoma.local'
export const adminPassword = 'correct horse battery'
export const password = 'a password of length'

/** Calls the console API, or the account API for a path of an account. The prefix of the path may be omitted. */
export async function ask(
  world: Pick<World, 'app'>,
  method: Method,
  path: string,
  { body, cookie, address, headers = {} }: RequestOptions = {},
): Promise<ConsoleAnswer> {
  const call = callFor(method, path)
  const all = {
    'content-type': body === undefined ? undefined : 'application/json',
    cookie,
    ...call.headers,
    ...headers,
  }
  const given = Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const options: InjectOptions = {
    method,
    url: call.url,
    headers: given,
    remoteAddress: address ?? '127.0.0.1',
    payload:
      body === undefined
        ? undefined
        : typeof body === 'string' || Buffer.isBuffer(body)
          ? body
          : JSON.stringify(call.write(body)),
  }
  const response = await world.app.http.inject(options)
  const text = response.body
  const isJson = /^application\/(problem\+)?json/.test(String(response.headers['content-type'])) && text !== ''
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    body: isJson ? call.read(JSON.parse(text)) : null,
    cookies,
  }
}

/** Calls the console API like the command line, with operator rights. */
export const command = (world: Pick<World, 'app'>, method: Method, path: string, body?: unknown) =>
  ask(world, method, path, { body, headers: world.app.controlHeaders })

/** Updates a Cookie header from Set-Cookie headers, as a browser does. */
export function addCookies(jar: string, lines: readonly string[]): string {
  const cookies = new Map(
    jar === '' ? [] : jar.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const),
  )
  for (const line of lines) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/;\s*max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, pair)
  }
  return [...cookies.values()].join('; ')
}

export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly address: string
  /** The Cookie header. */
  cookie: string
  ask(method: Method, path: string, body?: unknown): Promise<ConsoleAnswer>
  /** Starts another session from another address. */
  signIn(): Promise<Person>
}

let count = 0
/** A new address for each user: rate limits count by address, so tests must not share one. */
export const freshAddress = () => `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count++ & 255}`
export const freshEmail = () => `p${randomUUID().slice(0, 8)}@example.com`

export const signIn = (world: World, email: string, given: string, question: RequestOptions = {}) =>
  ask(world, 'POST', '/auth/sign-in/email', { address: freshAddress(), ...question, body: { email, password: given } })

function personOf(world: World, id: string, email: string, given: string): Person {
  const address = freshAddress()
  const person: Person = {
    id,
    email,
    password: given,
    address,
    cookie: '',
    async ask(method, path, body) {
      const answer = await ask(world, method, path, { body, address, cookie: person.cookie })
      person.cookie = addCookies(person.cookie, answer.cookies)
      return answer
    },
    async signIn() {
      const other = personOf(world, id, email, given)
      const { status, text } = await other.ask('POST', '/auth/sign-in/email', { email, password: given })
      if (status !== 200) throw new Error(`${email} could not sign in: ${text}`)
      return other
    },
  }
  return person
}

/** Signs in the first user, an operator who owns the first account. */
export async function signInAdmin(world: World): Promise<Person> {
  const { rows } = await sql<{ id: string }>`select id from auth_users where email = ${adminEmail}`.execute(world.db)
  return personOf(world, rows[0]?.id ?? '', adminEmail, adminPassword).signIn()
}

export interface Invited {
  readonly id: string
  readonly email: string
  readonly token: string
}

/** Adds a member who has not chosen a password yet. */
export async function invite(world: World, accountId: number, role: string, email = freshEmail()): Promise<Invited> {
  const { status, text, body } = await command(world, 'POST', `/accounts/${accountId}/members`, { email, role })
  if (status !== 201) throw new Error(`${email} could not be invited: ${text}`)
  return { id: body.user.id, email, token: body.invitation?.token ?? '' }
}

/** Hashing is slow by design, so all users share one hash. */
const passwordHash = hashPassword(password)

/** Adds a member with a password and signs in. */
export async function addPerson(world: World, accountId: number, role: string): Promise<Person> {
  const { id, email } = await invite(world, accountId, role)
  const hash = await passwordHash
  await world.db.transaction((tx) => insertPassword(tx, id, hash))
  return personOf(world, id, email, password).signIn()
}

export async function addAccount(world: World, name = 'Another account'): Promise<number> {
  return (await command(world, 'POST', '/accounts', { name })).body.id
}

/** Moves the last confirmation of all sessions an hour into the past. */
export const ageSessions = ({ db }: Pick<World, 'db'>) =>
  sql`update auth_sessions set "createdAt" = now() - interval '1 hour', "provedAt" = now() - interval '1 hour'`.execute(
    db,
  )
