import { Button, Group, Text } from '@mantine/core'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Whether all members of the account need a second factor. */
export function TwoFactor({ isRequired, mayChange }: { readonly isRequired: boolean; readonly mayChange: boolean }) {
  const account = useThisAccount()
  const { secondFactor } = useMe()
  const change = useChange(
    (required: boolean) =>
      ask('PUT /accounts/:account/two-factor', { path: { account: account.id }, body: { required } }),
    {
      refreshes: [account.path, '/me'],
      onDone: ({ required }) => sayDone(required ? t.settings.nowRequired : t.settings.nowOptional),
    },
  )
  return (
    <Section
      title={t.settings.twoFactor}
      about={t.settings.twoFactorAbout}
      action={<Status value={isRequired ? 'required' : 'optional'} />}
    >
      <Problem error={change.error} />
      {mayChange && (
        <Group>
          <Button
            variant="default"
            loading={change.isPending}
            disabled={!isRequired && !secondFactor}
            onClick={() => change.mutate(!isRequired)}
          >
            {isRequired ? t.settings.makeOptional : t.settings.requireTwoFactor}
          </Button>
        </Group>
      )}
      {mayChange && !isRequired && !secondFactor && (
        <Text size="sm" c="dimmed">
          {t.settings.ownFirst}
        </Text>
      )}
    </Section>
  )
}
