import { Button, Group, Text } from '@mantine/core'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { useMe, useThisAccount } from '../../session.tsx'

/** Whether everybody who works in the account needs a second factor. */
export function TwoFactor({ isRequired, mayChange }: { readonly isRequired: boolean; readonly mayChange: boolean }) {
  const account = useThisAccount()
  const { secondFactor } = useMe()
  const change = useChange(
    (required: boolean) =>
      ask('PUT /accounts/:account/two-factor', { path: { account: account.id }, body: { required } }),
    {
      refreshes: [account.path, '/me'],
      onDone: ({ required }) =>
        sayDone(required ? 'A second factor is required from now on.' : 'A second factor is no longer required.'),
    },
  )
  return (
    <Section
      title="Two-factor sign-in"
      about="When it is required, members without a second factor can sign in and set it up, and see nothing else of this account. API keys and tokens are not concerned."
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
            {isRequired ? 'Make it optional' : 'Require a second factor'}
          </Button>
        </Group>
      )}
      {mayChange && !isRequired && !secondFactor && (
        <Text size="sm" c="dimmed">
          Set up a second factor for yourself first, under Profile and security.
        </Text>
      )}
    </Section>
  )
}
