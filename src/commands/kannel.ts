import { type Command, exitCodes, Failure } from './command.ts'
import { convert } from './kannel/convert.ts'
import { listSmscs } from './kannel/list-smscs.ts'
import { type Group, readConfig } from './kannel/read-config.ts'
import { readAccess } from './kannel/secrets.ts'

const fileArgument = { name: 'FILE', about: 'A kannel.conf. Files that it includes are read too.' }

const smscsOf = (file: string) => listSmscs(readConfig(file).filter(({ kind }) => kind === 'smsc'))

const passwordOf = (group: Group) =>
  group.settings.get('smsc') === 'http' ? readAccess(group).password : (group.settings.get('smsc-password') ?? '')

export const kannelCommands: readonly Command[] = [
  {
    name: 'kannel convert',
    about: 'Print the commands that replace a kannel.conf.',
    arguments: [fileArgument],
    options: {
      account: {
        value: 'ID',
        about: 'Give the credentials of all sendsms-user groups to this account. Default: create an account for each.',
      },
    },
    notes:
      'It only prints a shell script: carriers and routes for smsc groups of SMPP and HTTP, accounts and SMPP credentials for sendsms-user groups, and a comment for each setting without an equivalent. Passwords are not printed: the script reads them from the file with "ngoma kannel password". See docs/migrating-from-kannel.md.',
    examples: ['kannel convert /etc/kannel/kannel.conf > migrate.sh', 'kannel convert kannel.conf --account 2'],
    async run(input) {
      const [file = ''] = input.arguments
      const accountId = input.text('account') ?? null
      if (accountId !== null && !/^\d+$/.test(accountId))
        throw new Failure('--account must be a number', exitCodes.usage)
      const script = convert(readConfig(file), { file, accountId })
      input.print({ script }, script)
      return exitCodes.done
    },
  },
  {
    name: 'kannel password',
    about: 'Print the password of an smsc group of a kannel.conf, for the standard input of another command.',
    arguments: [fileArgument, { name: 'CARRIER', about: 'The name that "ngoma kannel convert" gives to the carrier.' }],
    examples: [
      'kannel password kannel.conf north | npx ngoma carrier add north --host smpp.example.com --system-id acme --password-file -',
    ],
    async run(input) {
      const [file = '', name = ''] = input.arguments
      const smscs = smscsOf(file)
      const found = smscs.find((one) => one.name === name)
      if (found === undefined)
        throw new Failure(`${file} has no carrier ${name}. Carriers: ${smscs.map((one) => one.name).join(', ')}.`)
      const password = passwordOf(found.group)
      if (password === '') throw new Failure(`the carrier ${name} has no password in ${file}`)
      input.print({ password }, password)
      return exitCodes.done
    },
  },
]
