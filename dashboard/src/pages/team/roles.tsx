import { Stack } from '@mantine/core'
import type { Role } from '../../../../src/values/scopes.ts'
import { Fact, Section } from '../../parts/section.tsx'
import { t } from '../../text.ts'

const roles: readonly Role[] = ['viewer', 'member', 'owner']

/** For a field of a dialog. */
export const roleChoices = Object.fromEntries(
  roles.map((role) => [role, [t.team.roles[role], t.team.rights[role]] as const]),
)

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
