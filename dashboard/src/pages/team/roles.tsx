import { Radio, Stack, Text } from '@mantine/core'
import type { Role } from '../../../../src/contract/console/users.ts'
import { Section } from '../../parts/section.tsx'
import { capitalised } from '../../parts/words.ts'

/** What each role may do, in a sentence. */
const roles: readonly { readonly role: Role; readonly title: string; readonly may: string }[] = [
  { role: 'viewer', title: 'Viewer', may: 'sees everything in the account, and changes nothing.' },
  {
    role: 'member',
    title: 'Member',
    may: 'does the daily work too: sends messages, keeps contacts and templates, asks for sender names.',
  },
  {
    role: 'owner',
    title: 'Owner',
    may: 'does everything: also people, keys, webhooks and settings, and reads the audit log.',
  },
]

export const roleTitle = (role: Role) => roles.find((one) => one.role === role)?.title ?? role

/** The inputs are those of a form that has a role. */
export function RoleChoice(input: object) {
  return (
    <Radio.Group label="Role" {...input}>
      <Stack gap="xs" mt={6}>
        {roles.map(({ role, title, may }) => (
          <Radio key={role} value={role} label={title} description={capitalised(may)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export function RolesExplained() {
  return (
    <Section title="What the roles may do">
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {roles.map(({ role, title, may }) => (
          <li key={role}>
            <Text>
              <strong>{title}</strong> {may}
            </Text>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
