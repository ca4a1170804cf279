/** Backup files that a restore rejects. */
import assert from 'node:assert/strict'
import { signed } from './backups.ts'

type BadFile = readonly [
  title: string,
  change: () => string[],
  message: RegExp,
  /** The index of the line in the error message. */
  at: () => number | null,
]

/** Changes to the lines of a valid file, with the expected errors. */
export function badFiles(file: () => readonly string[]): readonly BadFile[] {
  const lineOf = (text: string) => file().findIndex((line) => line.includes(text))
  const tableLine = (name: string) => lineOf(`{"ngoma":"table","name":"${name}"`)
  const without = (index: number) => file().toSpliced(index, 1)
  const changed = (index: number, from: string | RegExp, to: string) => changeLine(file(), index, from, to)

  return [
    ['that is empty', () => [], /the file is empty/, () => null],
    ['that is not a backup', () => ['<html>'], /is not an Ngoma backup/, () => 0],
    ['without its header', () => without(0), /is not an Ngoma backup/, () => 0],
    [
      'of another format',
      () => signed(changed(0, '"format":1', '"format":2')),
      /unsupported format 2; this version reads format 1/,
      () => 0,
    ],
    [
      'with an invalid header',
      () => signed(changed(0, /"migrations":\[[^\]]*\]/, '"migrations":"all"')),
      /invalid header/,
      () => 0,
    ],
    [
      'that lacks a migration',
      () => signed(changed(0, '"0001_small",', '')),
      /migrations before .* are missing/,
      () => 0,
    ],
    ['cut after the header', () => file().slice(0, 1), /the file is truncated: the end is missing/, () => null],
    [
      'cut in the middle of a table',
      () => file().slice(0, tableLine('sms_messages') + 2),
      /the file is truncated: the end is missing/,
      () => null,
    ],
    [
      'cut in the middle of a line',
      () => [...file().slice(0, tableLine('senders') + 1), '{"id":1,"acc'],
      /the file is truncated: the end is missing/,
      () => null,
    ],
    ['without its last line', () => file().slice(0, -1), /the file is truncated: the end is missing/, () => null],
    ['with data after its end', () => [...file(), '{}'], /unexpected data after the end/, () => file().length],
    [
      'with one character changed',
      () => changed(lineOf('"text":"two"'), '"text":"two"', '"text":"twa"'),
      /the checksum does not match/,
      () => file().length - 1,
    ],
    [
      'with another column name',
      () => changed(tableLine('senders'), '"sender"', '"sendes"'),
      /columns of senders differ .*: sendes, sender$/,
      () => tableLine('senders'),
    ],
    [
      'with a missing row',
      () => without(lineOf('"text":"two"')),
      /sms_requests should have 2 rows but has 1/,
      () => file().length - 2,
    ],
    [
      'with a row before the first table',
      () => signed(file().toSpliced(1, 0, '{"id":1}')),
      /unexpected row before the first table/,
      () => 1,
    ],
    [
      'with a table that does not exist',
      () => signed(changed(tableLine('senders'), '"senders"', '"bands"')),
      /the table bands does not exist/,
      () => tableLine('senders'),
    ],
    [
      'with a repeated table',
      () => signed(file().toSpliced(-1, 0, file()[tableLine('senders')] ?? '')),
      /senders occurs twice/,
      () => file().length - 1,
    ],
    [
      'without a table',
      () => signed(without(tableLine('sms_optouts'))),
      /sms_optouts is missing/,
      () => file().length - 2,
    ],
    [
      'with an unknown kind of line',
      () => signed(file().toSpliced(5, 0, '{"ngoma":"view","name":"x"}')),
      /expected a table, a row or the end/,
      () => 5,
    ],
    [
      'with an invalid number',
      () => signed(changed(tableLine('senders') + 1, '"id":1', '"id":"one"')),
      /invalid row for senders: .*bigint/,
      () => tableLine('senders') + 1,
    ],
    [
      'with a missing value',
      () => signed(changed(lineOf('"text":"two"'), '"sender"', '"sent"')),
      /invalid row for sms_requests: .*sender/,
      () => lineOf('"text":"two"'),
    ],
    [
      'with a repeated row',
      () => signed(file().toSpliced(tableLine('senders') + 2, 0, file()[tableLine('senders') + 1] ?? '')),
      /invalid row for senders: duplicate key/,
      () => tableLine('senders') + 2,
    ],
    [
      'with two rows in one line',
      () =>
        signed(
          file().toSpliced(
            tableLine('sms_optouts') + 1,
            0,
            [1, 2].map((phone) => `{"account_id":1,"phone":"${phone}","created_at":"2024-01-01"}`).join(),
          ),
        ),
      /invalid row for sms_optouts: a line must contain one row/,
      () => tableLine('sms_optouts') + 1,
    ],
    [
      'with an empty line',
      () => signed(file().toSpliced(tableLine('senders') + 1, 0, '')),
      /invalid row for senders: a line must contain one row/,
      () => tableLine('senders') + 1,
    ],
    [
      'with an id outside all partitions',
      () => signed(changed(lineOf('"text":"two"'), /^{"id":\d+/, '{"id":999999999999')),
      /invalid row for sms_requests: no partition/,
      () => lineOf('"text":"two"'),
    ],
    [
      'with overlapping partitions',
      () =>
        signed(
          changed(
            tableLine('sms_requests'),
            '"partitions":[',
            '"partitions":[{"name":"sms_requests_px","from":1000,"to":2000},',
          ),
        ),
      /would overlap/,
      () => tableLine('sms_requests'),
    ],
    [
      'with partitions of an unpartitioned table',
      () =>
        signed(
          changed(tableLine('senders'), '"partitions":[]', '"partitions":[{"name":"senders_p0","from":0,"to":1}]'),
        ),
      /senders/,
      () => tableLine('senders'),
    ],
    [
      'with a sequence value out of range',
      () => signed(changed(tableLine('senders'), /"sequences":{"id":"\d+"/, `"sequences":{"id":"${'9'.repeat(19)}"`)),
      /out of range/,
      () => tableLine('senders'),
    ],
    [
      'with rows that refer to missing rows',
      () => signed(without(tableLine('accounts') + 1)),
      /rows of \w+ refer to missing rows/,
      () => null,
    ],
  ]
}

export function changeLine(lines: readonly string[], index: number, from: string | RegExp, to: string): string[] {
  const line = lines[index] ?? ''
  assert.notEqual(line.replace(from, to), line)
  return lines.with(index, line.replace(from, to))
}
