import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { SmppBinds } from '../../parts/smpp-binds.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { Connection } from './connection.tsx'
import { CreateSmpp } from './create.tsx'
import { SmppCredentials } from './credentials.tsx'
import { IssuedSmpp, type Shown } from './issued.tsx'

export function SmppPage() {
  const account = useThisAccount()
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const isOwner = mayAs(account, 'owner')
  return (
    <>
      <PageHead title={t.smpp.title} about={t.smpp.about}>
        {isOwner && <Button onClick={() => setCreating(true)}>{t.smpp.create}</Button>}
      </PageHead>
      <Stack gap="xl">
        {!isOwner && (
          <Alert color="blue" variant="light">
            {t.smpp.ownersOnly}
          </Alert>
        )}
        <Connection />
        <SmppCredentials onRotated={setShown} />
        <SmppBinds />
      </Stack>
      {isCreating && (
        <CreateSmpp
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false)
            setShown(created)
          }}
        />
      )}
      {shown && <IssuedSmpp shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
