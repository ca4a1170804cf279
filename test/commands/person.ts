/** The data of a person from a shell. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Shell } from './program.ts'

const phone = '255713004712'

export async function tryPerson(shell: Shell): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-person-'))
  try {
    await shell.json('contact', 'create', '--first-name', 'Amina', '--phone', phone)
    assert.match(await shell.text('person', 'show', '+255 713 004 712'), /^DATA .*\ncontacts +1 +2\d{3}-/)
    assert.match(
      await shell.refused('person', 'show', 'Amina'),
      /^A phone number is not valid for the country of the account \("Amina" is not a phone number: write one number/,
    )
    assert.match(
      await shell.text('person', 'show', '255713004799'),
      /^No records of \+255713004799 found\. Older .* "person erase"\.\n$/,
    )

    const json = join(directory, 'amina.json')
    await shell.json('person', 'export', phone, '--to', json)
    assert.equal(JSON.parse(readFileSync(json, 'utf8')).data.contacts[0].firstName, 'Amina')
    const { files } = await shell.json('person', 'export', phone, '--account', '1', '--to', join(directory, 'amina'))
    assert.equal(files.length, readdirSync(join(directory, 'amina')).length)
    assert.match(
      readFileSync(join(directory, 'amina', 'contacts.csv'), 'utf8'),
      /^id,accountId,phone,.*\r\n\d+,1,255713004712,/,
    )
    assert.match(await shell.refused('person', 'export', phone, '--to', json), /already exists/)

    const erased = await shell.json('person', 'erase', '0713004712', '--account', '1', '--yes')
    assert.deepEqual([erased.state, erased.accountId, erased.counts.contacts], ['done', 1, 1])
    assert.match(
      await shell.text('person', 'erasures'),
      /^ID +REQUESTED .*\n\d+ .* command line +1 .* done: \d+ rows? removed/,
    )
    assert.equal((await shell.json('person', 'erasures', '--account', '1')).data.length, 1)
    assert.deepEqual((await shell.json('person', 'show', phone, '--account', '1')).sources, [])
  } finally {
    rmSync(directory, { recursive: true })
  }
}
