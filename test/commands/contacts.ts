/** Address books and contacts from a shell. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneLine, type Shell } from './program.ts'

const header = 'mob_no,mob_no2,title,first_name,last_name,gender,email,address_country,address_city,address_area,dob'

export async function tryContacts(shell: Shell): Promise<void> {
  const book = await shell.json('book', 'create', 'Ärzte', '--description', 'Who heals')
  assert.deepEqual([book.name, book.description, book.contactsCount], ['Ärzte', 'Who heals', 0])
  assert.match(await shell.refused('book', 'create', 'ÄRZTE'), /^ÄRZTE already exists \(/)
  assert.match(await shell.text('book', 'create', '4711'), /^Address book \d+ created\.\n$/)
  assert.match(await shell.text('book', 'list'), /^ID +NAME +CONTACTS +CREATED\n(.|\n)*^\d+ +Ärzte +0 +2\d{3}-/m)
  assert.equal((await shell.json('book', 'list')).total, 3)

  const added = await shell.json(
    'contacts',
    'add',
    '255713000001',
    '--first-name',
    '=Asha',
    '--birth-date',
    '1990-01-31',
    '--book',
    'ärzte',
    '--book',
    'default',
  )
  assert.deepEqual(
    [added.phone, added.firstName, added.birthDate, added.bookIds.length],
    ['255713000001', '=Asha', '1990-01-31', 2],
  )
  assert.match(
    await shell.text('contacts', 'add', '255713000002', '--last-name', 'Two'),
    /^Contact \d+ added: \+255713000002\.\n$/,
  )
  assert.match(await shell.refused('contacts', 'add', '255713000002'), /^Contact already exists \(/)
  assert.match(
    await shell.refused('contacts', 'add', '0713'),
    /^Invalid Phone Number \("0713" is not a phone number of Tanzania/,
  )
  assert.match(
    await shell.refused('contacts', 'add', '255713000003', '--birth-date', 'x'),
    /^birth_date must be a date/,
  )
  assert.match(
    await shell.refused('contacts', 'add', '255713000003', '--book', 'nothing'),
    /^unknown address book "nothing"\. Run "ngoma book list" for a list\.$/,
  )
  const phones = (found: { data: { phone: string }[] }) => found.data.map(({ phone }) => phone)
  assert.deepEqual(phones(await shell.json('contacts', 'list')), ['255713000002', '255713000001'])
  // A number is an ID, unless a book has it as its name.
  assert.deepEqual(phones(await shell.json('contacts', 'list', '--book', String(book.id))), ['255713000001'])
  assert.deepEqual(phones(await shell.json('contacts', 'list', '--book', '4711')), [])
  assert.deepEqual(phones(await shell.json('contacts', 'list', '--search', 'TWO')), ['255713000002'])
  assert.match(await shell.text('contacts', 'list', '--search', 'nobody'), /^No matching contacts\.\n$/)
  assert.match(await shell.refused('contacts', 'list', '--book', '999999'), /^AddressBook Not Found \(/)

  const sent = await shell.json('send', '--book', 'Ärzte', '--text', 'Dear {first_name}')
  assert.deepEqual([sent.valid, sent.total, sent.requestIds.length], [1, 1, 1])
  assert.match(await shell.text('send', '--book', 'Default', '--template', '1'), /^Request \d+: 2 valid, 0 invalid/)
  assert.match(
    await shell.refused('send', '--book', 'Default', '--text', 'Dear {nickname}'),
    /^Invalid Message \(no value for \{nickname\}; available: /,
  )
  assert.match(await shell.refused('send', '--book', 'Default', '--template', '999'), /^Template Not Found \(/)

  const file = join(shell.settings.NGOMA_DATA ?? '', 'contacts.csv')
  assert.deepEqual(await shell.json('contacts', 'export', file), { file, contacts: 2 })
  const lines = [header, "255713000001,,,'=Asha,,,,,,,1990-01-31", '255713000002,,,,Two,,,,,,', '']
  assert.equal(readFileSync(file, 'utf8'), lines.join('\r\n'))
  assert.match(await shell.refused('contacts', 'export', file), /already exists\./)
  assert.equal(
    await shell.text('contacts', 'export', `${file}2`, '--book', 'Ärzte'),
    `1 contact written to ${file}2.\n`,
  )
  const printed = await shell.run('contacts', 'export', '-', '--book', String(book.id))
  assert.deepEqual(printed, { code: 0, out: lines.toSpliced(2, 1).join('\r\n'), err: '' })
  const none = await shell.run('contacts', 'export', `${file}3`, '--book', 'nothing')
  assert.deepEqual(
    [none.code, oneLine(none.err)],
    [1, 'unknown address book "nothing". Run "ngoma book list" for a list.'],
  )

  assert.deepEqual(await shell.json('contacts', 'remove', '255713000001', '--book', 'Ärzte'), {
    phone: '255713000001',
    removed: true,
  })
  assert.deepEqual(phones(await shell.json('contacts', 'list')), ['255713000002', '255713000001'])
  assert.equal(await shell.text('contacts', 'remove', '0713 000 001'), 'Contact +255713000001 removed.\n')
  assert.match(await shell.refused('contacts', 'remove', '255713000001'), /^no contact with the number \+255713000001$/)
  assert.deepEqual(await shell.json('book', 'remove', 'äRZTE'), { id: book.id, removed: true })
  assert.match(await shell.refused('book', 'remove', 'Default'), /permission to delete the Default group/)
}
