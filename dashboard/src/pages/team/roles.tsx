import { Radio, Stack } from '@mantine/core'
import type { Role } from '../../../../src/contract/console/users.ts'
import { Fact, Section } from '../../parts/section.tsx'
import { t } from '../../text.ts'

const roles: readonly Role[] = ['viewer', 'member', 'owner']

/** Takes the input props of a form field. */
export function RoleChoice(input: { readonly value?: Role }) {
  return (
    <Radio.Group label={t.team.role} {...input}>
      <Stack gap="xs" mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={t.team.roles[role]} description={t.team.rights[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export function RolesExplained() {
  return (
    <Section title={t.team.rolesTitle}>
      <Stack gap="sm" component="dl" m={0}>
        {roles.map((role) => (
          <Fact key={role} name={t.team.roles[role]}>
            {t.team.rights[role]}
          </Fact>
        ))}
      </Stack>
    </Section>
  )
}
