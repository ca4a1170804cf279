/** Opt-outs, templates and sender IDs from a shell, with a running server. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

const phone = '255712345678'

export async function optOuts(shell: Shell): Promise<void> {
  const send = ['send', '--to', phone, '--text', 'Hello']
  assert.deepEqual(await shell.json('optouts', 'add', '0712 345 678'), { phone })
  const none = await shell.run(...send, '--json')
  assert.equal(none.code, 1)
  assert.deepEqual((({ valid, optedOut }) => ({ valid, optedOut }))(JSON.parse(none.out)), { valid: 0, optedOut: 1 })
  assert.deepEqual(
    (await shell.json('optouts', 'list')).data.map((one: { phone: string }) => one.phone),
    [phone],
  )
  assert.deepEqual(await shell.json('optouts', 'remove', phone), { phone, removed: true })
  assert.match(await shell.refused('optouts', 'remove', phone), /Not Opted Out/)
  assert.match(
    await shell.refused('optouts', 'add', '0712'),
    /Invalid Phone Number \("0712" is not a phone number of Tanzania \(TZ\): it has 3 digits after 0 instead of 9/,
  )
  assert.match(await shell.text('optouts', 'list'), /No opt-outs/)

  const local = await shell.run(
    'send',
    '--to',
    '+255712345678',
    '--to',
    '0712345678',
    '--to',
    '255 712',
    '--text',
    'Hello',
  )
  assert.equal(local.code, 0)
  assert.match(
    local.out,
    /1 valid, 1 invalid, 1 duplicate, 0 opted out\. Price: 1 TZS\.\n(.*\n)+ +255 712 +invalid +This is not a valid phone number\.\n$/,
  )
  const sent = await shell.json(...send, '--to', '255712345679', '--not-before', '2099-01-31 08:00')
  assert.equal(sent.valid, 2)
  assert.match(
    await shell.refused(...send, '--from', 'NOBODY'),
    /Invalid Sender ID \(.*active sender IDs of this account: INFO/,
  )
}

export async function templates(shell: Shell): Promise<void> {
  const created = await shell.json(
    'template',
    'create',
    'Reminder',
    '--text',
    'Dear {Title} {last_name}, see you tomorrow.',
  )
  const { id, title, text, placeholders, segments, encoding } = created
  assert.deepEqual(
    { title, text, placeholders, segments, encoding },
    {
      title: 'Reminder',
      text: 'Dear {Title} {last_name}, see you tomorrow.',
      placeholders: ['title', 'last_name'],
      segments: 1,
      encoding: 'gsm',
    },
  )
  const changed = await shell.json('template', 'update', String(id), '--text', 'Kesho, {first_name} 🙂')
  assert.deepEqual(changed, {
    ...created,
    text: 'Kesho, {first_name} 🙂',
    placeholders: ['first_name'],
    encoding: 'ucs2',
  })
  assert.equal(
    await shell.text('template', 'update', String(id), '--title', 'Tomorrow'),
    `Template ${id} changed: 1 segment (ucs2) before the placeholders are filled in (first_name).\n`,
  )
  assert.match(
    await shell.text('template', 'list'),
    new RegExp(`^ID +TITLE +SEGMENTS +CREATED +TEXT\n${id} +Tomorrow +1 .* Kesho, .*\n1 +Welcome +1 `),
  )
  assert.deepEqual(
    (await shell.json('template', 'list')).data.map((one: { id: number }) => one.id),
    [id, 1],
  )
  assert.match(await shell.refused('template', 'remove', String(id), '--account', '2'), /^Template Not Found \(/)
  assert.match(
    await shell.refused('template', 'create', 'Novel', '--text', 'x'.repeat(255 * 153 + 1)),
    /Invalid Request/,
  )
  assert.match(
    await shell.refused('template', 'create', 'Novel', '--text', 'é🙂'.repeat(10_000)),
    /^Invalid Message \(the message has \d+ segments; the maximum is 255/,
  )
  assert.deepEqual(await shell.json('template', 'remove', String(id)), { id, removed: true })
  assert.match(await shell.refused('template', 'update', String(id), '--title', 'Gone'), /^Template Not Found \(/)
}

export async function senders(shell: Shell): Promise<void> {
  const account = ['--account', '2']
  const asked = await shell.json('sender', 'request', ' Shop ', '--sample', 'Your order', ...account)
  assert.deepEqual([asked.sender, asked.status, asked.sampleContent], ['Shop', 'pending', 'Your order'])
  assert.match(
    await shell.refused('sender', 'request', 'Shop', ...account),
    /^Sender ID Already Exists \(sender ID "Shop" is pending: /,
  )
  assert.match(await shell.refused('sender', 'request', 'TWELVE CHARS', ...account), /^Invalid Sender ID Format \(/)
  // A name that equals the ID of another sender ID, and a name that contains another name.
  assert.equal(
    await shell.text('sender', 'request', String(asked.id), ...account),
    `Sender ID ${asked.id} is waiting for approval.\n`,
  )
  await shell.text('sender', 'request', 'Shop 2', ...account)
  assert.match(
    await shell.text('sender', 'list', ...account, '--status', 'pending'),
    /^ID +SENDER ID +STATUS +CREATED +SAMPLE +REASON\n\d+ +Shop 2 +pending/,
  )
  assert.match(
    await shell.text('sender', 'list', '--all', '--status', 'pending'),
    /^ACCOUNT +NAME +ID.*\n2 +Second +\d+ +Shop 2 +pending/,
  )

  assert.equal((await shell.json('sender', 'approve', String(asked.id), ...account)).sender, String(asked.id))
  const approved = await shell.json('sender', 'approve', 'Shop', ...account)
  assert.deepEqual([approved.id, approved.status], [asked.id, 'active'])
  assert.equal((await shell.json('send', '--from', 'Shop', '--to', phone, '--text', 'Hello', ...account)).valid, 1)
  assert.match(
    await shell.refused('sender', 'reject', 'Shop', '--reason', 'late', ...account),
    /^Sender Cannot Be Rejected \(it is active: /,
  )
  assert.equal((await shell.json('sender', 'deactivate', 'Shop', ...account, '--reason', 'spam')).reason, 'spam')
  assert.match(
    await shell.refused('send', '--from', 'Shop', '--to', phone, '--text', 'Hello', ...account),
    /sender ID "Shop" is inactive \(spam\): ask/,
  )
  const rejected = await shell.json('sender', 'reject', 'Shop 2', '--reason', 'no', ...account)
  assert.deepEqual([rejected.status, rejected.reason], ['rejected', 'no'])
  assert.equal(await shell.text('sender', 'approve', String(rejected.id), ...account), 'Sender ID Shop 2 is active.\n')
  assert.equal((await shell.json('sender', 'list', ...account)).data.length, 4)
  assert.match(await shell.text('sender', 'list', ...account, '--status', 'rejected'), /^No matching sender IDs\.\n$/)
  assert.match(
    await shell.refused('sender', 'approve', 'shop', ...account),
    /^unknown sender ID "shop"\. Run "ngoma sender list"/,
  )
  assert.match(await shell.refused('sender', 'approve', '99999', ...account), /^Sender Not Found \(/)
}
