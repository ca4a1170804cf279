import { Button, Group } from '@mantine/core'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useAbout } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Connects the user with the identity provider, when one is configured. */
export function Provider() {
  const { oidc } = useAbout()
  const connect = useChange(() => ask('POST /auth/oidc/link', {}), { onDone: ({ url }) => location.assign(url) })
  if (oidc === null) return null
  return (
    <Section title={fill(t.profile.providerTitle, { provider: oidc })} about={t.profile.providerAbout}>
      <Problem error={connect.error} />
      <Group>
        <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(undefined)}>
          {t.profile.connect}
        </Button>
      </Group>
    </Section>
  )
}
