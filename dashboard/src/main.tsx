import '@fontsource-variable/figtree/wght.css'
import './mantine.css'
import './main.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

/** Loaded after the first page, which shows none. Earlier ones wait in their store. */
const Notifications = lazy(async () => ({ default: (await import('./parts/notifications.tsx')).Notifications }))

const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place for the dashboard')

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Suspense>
        <Notifications position="top-right" />
      </Suspense>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
