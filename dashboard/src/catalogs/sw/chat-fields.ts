import type { CarrierFields } from '../catalog.ts'
import { httpFields } from './http-fields.ts'

/** The texts of the kinds of chat channels. */
export const chatFields: CarrierFields = {
  'chat whatsapp': {
    wabaId: {
      title: 'Kitambulisho cha akaunti ya biashara',
      description: 'Kitambulisho cha akaunti ya WhatsApp Business, tarakimu tu.',
    },
    numbers: {
      title: 'Namba',
      description: 'Namba zako za simu: orodha ya {"id": "kitambulisho cha namba ya simu", "number": "255700000001"}.',
    },
    baseUrl: { title: 'Anwani ya API', description: 'Anwani ya Graph API, bila toleo.' },
    version: { title: 'Toleo', description: 'Toleo la Graph API.' },
    ratePerSecond: { title: 'Ujumbe kwa sekunde', description: 'Kasi ya juu zaidi ya kila mchakato.' },
    timeoutSeconds: {
      title: 'Muda wa kusubiri jibu (sekunde)',
      description: 'Kikomo cha muda wa jibu. Baada yake, matokeo ya ujumbe hayajulikani.',
    },
    mediaMegabytesMax: {
      title: 'Faili kubwa zaidi (MiB)',
      description: 'Faili za watu zinazozidi ukubwa huu haziwezi kupakuliwa.',
    },
    'secrets.accessToken': { title: 'Tokeni ya ufikiaji ya mtumiaji wa mfumo' },
    'secrets.appSecret': { title: 'Siri ya programu (App secret), inayosaini webhook' },
    'secrets.verifyToken': { title: 'Tokeni ya uthibitishaji (Verify token) ya webhook' },
  },
  'chat http': {
    ...httpFields,
    services: {
      title: 'Huduma',
      description: 'Majina ya huduma, kama telegram au voice. Ujumbe huchagua chaneli kwa jina hilo.',
    },
    businesses: {
      title: 'Biashara',
      description: 'Majina au namba zinazoweza kutuma ujumbe. Chaguo-msingi: zote.',
    },
    types: {
      title: 'Aina za ujumbe',
      description: 'Aina za ujumbe ambazo ombi la kutuma linazikubali. Chaguo-msingi: text.',
    },
    url: {
      title: 'URL',
      description: 'Inaweza kuwa na vishika nafasi kama {phone}, {business}, {text}, {id} na {secrets.password}.',
    },
    'states.sent': { title: 'Umetumwa', description: 'Ujumbe ulitumwa.' },
    'states.delivered': { title: 'Umefika', description: 'Ujumbe ulimfikia mtu.' },
    'states.read': { title: 'Umesomwa', description: 'Mtu alisoma ujumbe.' },
    'states.failed': { title: 'Umeshindikana', description: 'Ujumbe hautamfikia mtu kamwe.' },
    receipts: {
      title: 'Stakabadhi',
      description: 'Hali za ujumbe ambazo mtoa huduma hutuma kwenye URL ya majibu.',
    },
    messages: {
      title: 'Ujumbe unaoingia',
      description: 'Ujumbe wa watu unaotumwa na mtoa huduma kwenye URL ya majibu yenye /messages mwishoni.',
    },
    isRepeatable: {
      title: 'Hutambua maombi yanayorudiwa',
      description: 'Ombi lenye {id} ileile humfikia mtu mara moja tu, hivyo jibu likipotea, ombi hurudiwa.',
    },
    hasSessions: {
      title: 'Ina vikao',
      description: 'Mtu ambaye hajaandika ndani ya saa 24 anaweza kutumiwa violezo tu.',
    },
    ratePerSecond: {
      title: 'Ujumbe kwa sekunde',
      description: 'Kasi ya juu zaidi ya kila mchakato. 0 inamaanisha hakuna kikomo.',
    },
  },
}
