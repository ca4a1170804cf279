import type { ContactField } from '../contract/account/contact-fields.ts'
import { type FieldType, fieldTypes } from '../values/custom-field.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, timeCell } from './command.ts'
import { type AccountPath, accountIn, accountOption, ifMissingOption, listCommand, readAll } from './lists.ts'

/** The values of contact fields in a table. */
export const fieldsCell = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

const choiceOption = {
  choice: { value: 'TEXT', multiple: true, about: 'A possible value of a choice. Repeat it for each value.' },
}

const fieldArgument = { name: 'FIELD', about: 'Key, name or ID of the field, see "ngoma field list".' }

async function findField(console: ConsoleClient, path: AccountPath, text: string): Promise<ContactField> {
  const fields = await readAll(console, 'GET /v2/contact-fields', { path })
  const found =
    fields.find(({ key }) => key === text) ??
    fields.find(({ name }) => name.toLowerCase() === text.toLowerCase()) ??
    fields.find(({ id }) => String(id) === text)
  if (!found) throw new Failure(`unknown contact field ${JSON.stringify(text)}. Run "ngoma field list" for a list.`)
  return found
}

export const fieldCommands: readonly Command[] = [
  listCommand({
    name: 'field list',
    about: 'List the contact fields of an account.',
    options: accountOption,
    examples: ['field list --account 2'],
    route: 'GET /v2/contact-fields',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'KEY', 'NAME', 'TYPE', 'CHOICES', 'CREATED'],
    row: ({ id, key, name, type, choices, createdAt }) => [
      id,
      key,
      name,
      type,
      choices.join(', '),
      timeCell(createdAt),
    ],
    nothing: 'No contact fields.',
  }),
  {
    name: 'field create',
    about: 'Create a contact field.',
    arguments: [{ name: 'NAME', about: 'Name of the field, such as "Loyalty points".' }],
    options: {
      ...accountOption,
      ...ifMissingOption,
      type: { value: 'TYPE', about: `One of ${fieldTypes.join(', ')}. Default: text, or choice with --choice.` },
      ...choiceOption,
      key: { value: 'KEY', about: 'Name in placeholders, files and filters. Default: derived from the name.' },
    },
    notes: 'A message can contain the value as {KEY}. Key and type never change.',
    examples: [
      'field create Voucher',
      'field create Points --type number',
      'field create Tier --choice Gold --choice Silver',
    ],
    async run(input) {
      const [name = ''] = input.arguments
      const path = accountIn(input)
      const choices = [...input.texts('choice')]
      const type = input.text('type') ?? (choices.length > 0 ? 'choice' : 'text')
      if (!fieldTypes.some((one) => one === type)) throw badUsage(`--type must be one of ${fieldTypes.join(', ')}`)
      const key = input.text('key')
      const field = await withConsole(async (console) => {
        const existing = input.is('if-missing') ? await findField(console, path, name).catch(() => null) : null
        if (existing !== null) return existing
        const body = { name, type: type as FieldType, choices, ...(key === undefined ? {} : { key }) }
        return console.call('POST /v2/contact-fields', { path, body })
      })
      input.print(field, `Contact field ${field.name} created. Its key is ${field.key}.`)
      return exitCodes.done
    },
  },
  {
    name: 'field change',
    about: 'Rename a contact field, or replace its choices.',
    arguments: [fieldArgument],
    options: { ...accountOption, name: { value: 'NAME', about: 'New name. The key stays.' }, ...choiceOption },
    examples: ['field change points --name "Loyalty points"'],
    async run(input) {
      const [text = ''] = input.arguments
      const path = accountIn(input)
      const [name, choices] = [input.text('name'), [...input.texts('choice')]]
      const field = await withConsole(async (console) => {
        const { id } = await findField(console, path, text)
        const body = { ...(name === undefined ? {} : { name }), ...(choices.length === 0 ? {} : { choices }) }
        return console.call('PUT /v2/contact-fields/:field', { path: { ...path, field: id }, body })
      })
      input.print(field, `Contact field ${field.name} changed.`)
      return exitCodes.done
    },
  },
  {
    name: 'field remove',
    about: 'Remove a contact field and its values from all contacts.',
    arguments: [fieldArgument],
    options: accountOption,
    examples: ['field remove points --account 2'],
    async run(input) {
      const [text = ''] = input.arguments
      const path = accountIn(input)
      const field = await withConsole(async (console) => {
        const found = await findField(console, path, text)
        await console.call('DELETE /v2/contact-fields/:field', { path: { ...path, field: found.id } })
        return found
      })
      input.print({ id: field.id, removed: true }, `Contact field ${field.name} removed.`)
      return exitCodes.done
    },
  },
]
