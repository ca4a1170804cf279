import { accountOption, accountPath, listCommandAt } from './accounts.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'

interface Template {
  readonly id: number
  readonly title: string
  readonly text: string
  readonly placeholders: readonly string[]
  readonly segments: number
  readonly encoding: string
  readonly createdAt: string
}

const idArgument = { name: 'ID', about: 'Its number in ngoma template list.' }
const textAbout = 'The text; {first_name} stands for the first name of a contact.'

function templatePath(input: Input): string {
  const id = numberIn(input, 'template list')
  return `${accountPath(input)}/templates/${id}`
}

function describeTemplate({ placeholders, segments, encoding }: Template): string {
  const length = `${segments} ${segments === 1 ? 'segment' : 'segments'} (${encoding}) as it stands`
  return placeholders.length === 0
    ? `${length}, no placeholders.`
    : `${length}, placeholders: ${placeholders.join(', ')}.`
}

export const templateCommands: readonly Command[] = [
  {
    name: 'template create',
    about: 'Create an SMS template.',
    arguments: [{ name: 'TITLE', about: 'What people call it.' }],
    options: { ...accountOption, text: { value: 'TEXT', about: textAbout } },
    async run(input) {
      const text = input.text('text')
      if (text === undefined) throw badUsage('--text is missing')
      const account = accountPath(input)
      const template = await withConsole((console) =>
        console.callPath<Template>('POST', `${account}/templates`, { title: input.arguments[0], text }),
      )
      input.print(template, `Template ${template.id} was created: ${describeTemplate(template)}`)
      return exitCodes.done
    },
  },
  {
    name: 'template update',
    about: 'Change an SMS template.',
    arguments: [idArgument],
    options: {
      ...accountOption,
      title: { value: 'TITLE', about: 'What people call it.' },
      text: { value: 'TEXT', about: textAbout },
    },
    notes: 'What is left out stays as it is.',
    async run(input) {
      const path = templatePath(input)
      const [title, text] = [input.text('title'), input.text('text')]
      if (title === undefined && text === undefined) throw badUsage('--title or --text is missing')
      const template = await withConsole((console) => console.callPath<Template>('PUT', path, { title, text }))
      input.print(template, `Template ${template.id} was changed: ${describeTemplate(template)}`)
      return exitCodes.done
    },
  },
  {
    name: 'template remove',
    about: 'Remove an SMS template.',
    arguments: [idArgument],
    options: accountOption,
    async run(input) {
      const [id = ''] = input.arguments
      const path = templatePath(input)
      await withConsole((console) => console.callPath('DELETE', path))
      input.print({ id: Number(id), removed: true }, `Template ${id} was removed.`)
      return exitCodes.done
    },
  },
  listCommandAt<Template>({
    name: 'template list',
    about: 'List the SMS templates of an account, newest first.',
    options: accountOption,
    path: (input) => `${accountPath(input)}/templates`,
    heads: ['ID', 'TITLE', 'SEGMENTS', 'CREATED', 'TEXT'],
    row: ({ id, title, segments, createdAt, text }) => [id, title, segments, timeCell(createdAt), text],
    nothing: 'The account has no templates.',
  }),
]
