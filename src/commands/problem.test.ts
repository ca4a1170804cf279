import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BadSetting } from '../config.ts'
import { markConnectionError } from '../engine/db/errors.ts'
import { MigrationBlocked, SchemaTooNew } from '../engine/db/index.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { SecretProblem } from '../engine/secrets/index.ts'
import { Failure } from './command.ts'
import { describeProblem } from './problem.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

const problems: readonly (readonly [title: string, error: unknown, exitCode: number, text: RegExp])[] = [
  ['an invalid setting', new BadSetting('PORT is bad'), 1, /^PORT is bad$/],
  ['a locked data directory', new DataDirectoryLocked('in use'), 1, /^in use$/],
  ['a newer schema', new SchemaTooNew('too new'), 1, /^too new$/],
  ['a migration that other sessions block', new MigrationBlocked('in use'), 3, /^in use$/],
  ['a wrong secret', new SecretProblem('wrong secret'), 1, /^wrong secret$/],
  ['a failed command', new Failure('No Route'), 1, /^No Route$/],
  [
    'a port in use',
    coded('EADDRINUSE', 'listen EADDRINUSE'),
    1,
    /^listen EADDRINUSE \(another program uses this port: .*PORT/,
  ],
  ['a refused connection', markConnectionError(coded('ECONNREFUSED', 'connect ECONNREFUSED')), 3, /\(nothing listens/],
  ['a host that does not respond', new Error('Connection terminated due to connection timeout'), 3, /firewall/],
  ['a connection pool timeout', new Error('timeout exceeded when trying to connect'), 3, /firewall/],
  [
    'a wrong password',
    coded('28P01', 'password authentication failed'),
    1,
    /the user name or the password in DATABASE_URL is wrong/,
  ],
  [
    'a missing password',
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    1,
    /requires a password: add it to DATABASE_URL/,
  ],
  ['a full disk', coded('53100', 'could not extend file'), 3, /\(the disk of the database server is full/],
  [
    'a full disk without its code',
    coded('XX000', 'could not write init file'),
    3,
    /the disk of the database server is full/,
  ],
  [
    'a password with special characters',
    coded('ERR_INVALID_URL', 'The URL is invalid, or its host is not allowed.'),
    1,
    /%40/,
  ],
  [
    'a database that is starting',
    coded('57P03', 'the database system is starting up\nmore'),
    3,
    /^the database is unavailable: the database system is starting up$/,
  ],
  ['a full disk', coded('53100', 'could not extend file "base/1/2"'), 3, /the disk of the database server is full/],
  [
    'a host with several addresses that all refuse',
    markConnectionError(new AggregateError([coded('ECONNREFUSED', 'one'), coded('ECONNREFUSED', 'two')])),
    3,
    /one; .*two/,
  ],
  ['a thrown string', 'a text', 1, /^a text$/],
  ['a bug', new TypeError('x is not a function'), 1, /^TypeError: x is not a function\n +at /],
]

describe('describeProblem', () => {
  for (const [title, error, exitCode, text] of problems) {
    it(`describes ${title}`, () => {
      const described = describeProblem(error)
      assert.equal(described.exitCode, exitCode)
      assert.match(described.text, text)
    })
  }
})
