import { Button, Group } from '@mantine/core'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useAbout } from '../../session.tsx'

/** Connects the user with the provider of the settings, where there is one. */
export function Provider() {
  const { oidc } = useAbout()
  const connect = useChange(() => ask('POST /auth/oidc/link', {}), { onDone: ({ url }) => location.assign(url) })
  if (oidc === null) return null
  return (
    <Section title={`Sign-in with ${oidc}`} about="Connect it once, and you can sign in without your password.">
      <Problem error={connect.error} />
      <Group>
        <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(undefined)}>
          Connect
        </Button>
      </Group>
    </Section>
  )
}
