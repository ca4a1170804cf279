import type { Catalog } from '../catalog.ts'
import { campaignMessages } from './campaign-messages.ts'
import { serverReasons } from './server-reasons.ts'

export const serverMessages: Catalog['serverMessages'] = {
  ...serverReasons,
  ...campaignMessages,
  'Invalid Limit': 'Limite non valide. Saisissez un nombre de jours dans les limites autorisées.',
  'No Archive': 'Il n’y a pas d’archive. L’administrateur peut définir NGOMA_ARCHIVE_DIR.',
  'No Such Archived Day': 'Ce jour n’est pas dans l’archive.',
  'Invalid Request: the body is missing': 'La requête est vide. Rechargez la page et réessayez.',
  'Unknown Source': 'Type de données inconnu.',
  'The Erasures File Cannot Be Written':
    'Le fichier des effacements ne peut pas être écrit, rien n’a donc été effacé. L’opérateur doit vérifier NGOMA_ERASURES_FILE.',
  'A Backup Is Already Running': 'Une autre sauvegarde est en cours. Attendez qu’elle se termine, puis réessayez.',
  'This Path Serves An Event Stream': 'Cette adresse ne fournit qu’un flux d’événements. Rechargez la page.',
  'The Root Secret Cannot Be Rotated':
    'Le secret racine ne peut pas être renouvelé maintenant. Vérifiez la configuration du serveur, puis réessayez.',
  'The File Is Empty': 'Le fichier est vide. La première ligne doit contenir les noms des colonnes.',
  'The File Has No Rows': 'Le fichier n’a pas de lignes. Ajoutez des lignes sous celle des noms de colonnes.',
  'The File Is UTF-16': 'Le fichier est encodé en UTF-16. Enregistrez-le en CSV avec l’encodage UTF-8.',
  'The File Is A Spreadsheet': 'Le fichier est un classeur. Enregistrez-le en CSV avec l’encodage UTF-8.',
  'Unsupported Media Type': 'Type de fichier non pris en charge. Envoyez un fichier CSV en UTF-8, non compressé.',
  'Invalid Request Format': 'La requête est non valide. Vérifiez votre saisie, puis réessayez.',
  'Too Many Streams Are Open': 'Trop de pages sont ouvertes en même temps. Fermez les onglets inutiles.',
  'The Server Is Shutting Down': 'Le serveur s’arrête. Réessayez dans un instant.',
  'Request Body Is Too Large': 'Les données envoyées sont trop volumineuses. Divisez-les en parties plus petites.',
  'Internal Error': 'Le serveur a rencontré une erreur. Réessayez dans un instant.',
  'Idempotency-Key Was Used With Another Body':
    'Cette action a déjà été envoyée avec d’autres données. Rechargez la page et recommencez.',
  'Invalid Idempotency-Key': 'La clé d’idempotence est non valide. Rechargez la page et recommencez.',
  'Not Found': 'Rien ne se trouve à cette adresse. L’élément a peut-être été supprimé : revenez à la liste.',
  'Method Not Allowed': 'Le serveur n’accepte pas cette action ici. Rechargez la page.',
  'Bad Request': 'La requête est non valide. Rechargez la page et réessayez.',
  Forbidden: 'Cette action vous est interdite. Adressez-vous à votre administrateur.',
  'Delivery Report Not Found': 'Rapport de remise introuvable. Vérifiez la requête et le numéro.',
  'No authorization headers': 'La requête n’a pas d’identifiants. Reconnectez-vous.',
  'Too Many Requests': 'Trop de requêtes. Patientez un instant, puis réessayez.',
  'Credential Not Found':
    'Identifiant introuvable. Il a peut-être été supprimé : consultez la liste sur la page de configuration de l’API.',
  'Invalid Channels': 'Canaux non valables. Vérifiez leur ordre, leurs délais et leurs textes.',
  'Unknown Country': 'Code de pays inconnu. Choisissez un pays dans la liste.',
  'Parent Account Not Found': 'Compte parent introuvable. Choisissez un compte existant.',
  'Sub-Accounts Cannot Be Nested':
    'Un sous-compte ne peut pas avoir de sous-comptes. Choisissez un compte sans compte parent.',
  'Only Operators Can Grant Operator Rights':
    'Seuls les administrateurs peuvent accorder des droits d’administrateur. Demandez à un administrateur de créer cet identifiant.',
  'Credential Was Rotated': 'Cet identifiant a déjà été remplacé. Renouvelez le nouveau, ou révoquez celui-ci.',
  'Credential Is Expired Or Revoked':
    'L’identifiant a expiré ou a été révoqué et ne peut plus être modifié. Créez-en un nouveau.',
  'SMPP Credential Not Found':
    'Identifiant SMPP introuvable. Il a peut-être été révoqué : consultez la liste de la page SMPP.',
  'SMPP Credential Is Revoked': 'L’identifiant SMPP est révoqué et ne peut plus être modifié. Créez-en un nouveau.',
  'System ID Is In Use': 'Ce system ID est déjà utilisé. Choisissez-en un autre, ou laissez vide pour en générer un.',
  'Invalid System ID':
    'System ID invalide. Utilisez au maximum 15 lettres, chiffres, points, traits d’union ou tirets bas.',
  'Invalid Address': 'Adresse IP invalide. Saisissez une adresse, ou un réseau tel que 10.0.0.0/8.',
  'Too Many SMPP Credentials': 'Le compte a trop d’identifiants SMPP. Révoquez ceux qui ne servent plus.',
  'SMPP Password Was Rotated':
    'Ce mot de passe a été renouvelé récemment, et le précédent est encore valide. Attendez son expiration, puis réessayez.',
  'Only Operators Can Choose SMPP Passwords':
    'Seuls les administrateurs peuvent choisir un mot de passe SMPP. Les autres sont générés.',
  'Only Operators Can Raise SMPP Limits':
    'Seuls les administrateurs peuvent relever ces limites. Demandez à un administrateur.',
  'Only Operators Can Allow Private URLs':
    'Seuls les administrateurs peuvent autoriser les URL privées. Demandez à un administrateur.',
  'Missing Required Parameter: transaction_id': 'L’identifiant de transaction manque. Saisissez-le, puis réessayez.',
  'Missing Required Parameter: website': 'Le site web manque. Saisissez-le, puis réessayez.',
  'Invalid Parameter: website': 'Adresse de site web non valide. Utilisez la forme shop.example.com.',
  'Too Many Websites': 'Le compte a trop de sites web. Supprimez-en un d’abord sur la page Paramètres.',
  'Destination Address Missing': 'Le numéro de téléphone manque. Saisissez-le avec l’indicatif du pays.',
  'Invalid Destination Address':
    'Numéro de téléphone non valide. Écrivez-le avec l’indicatif du pays, par exemple 255712345678.',
  'Amount Missing': 'Le montant manque. Saisissez un montant supérieur à 0.',
  'Invalid Amount': 'Montant non valide. Saisissez un montant supérieur à 0 avec au plus deux décimales.',
  'Missing Or Invalid Reference ID': 'La référence manque ou est non valide. Utilisez de 1 à 64 caractères.',
  'Invalid Product ID': 'Produit inconnu. Choisissez un produit dans la liste.',
  'Reference ID Was Used With Another Transfer':
    'Cette référence a déjà servi pour un autre transfert. Utilisez-en une autre.',
  'No Route': 'Aucune route ne mène à ce numéro. Demandez à votre administrateur de configurer un opérateur.',
  'Insufficient Balance': 'Solde insuffisant. Ajoutez du crédit, ou réduisez le montant.',
  'Transaction Not Found': 'Transaction introuvable. Vérifiez son identifiant.',
  'Payment Not Found': 'Paiement introuvable. Consultez la liste des paiements.',
  'Payment Has Ended': 'Le paiement est terminé et son résultat est définitif. Rechargez la page.',
  'Payment In Progress':
    'Le payeur est peut-être encore en train de payer. Réessayez dix minutes après le début du paiement.',
  'No Refund Due': 'Aucun remboursement n’est dû pour ce paiement. Rechargez la page.',
  'Transfer Not Found': 'Transfert introuvable. Consultez la liste des transferts.',
  'Transfer Has Ended': 'Le transfert est terminé et son résultat est définitif. Rechargez la page.',
  'Transfer Is Not Overdue': 'Le transfert n’est pas en retard. Attendez le résultat du fournisseur.',
  'Provider Not Found': 'Fournisseur introuvable. Consultez la liste des fournisseurs.',
  'Provider Has Open Work':
    'Ce fournisseur a encore du travail en cours. Mettez-le en pause, et attendez que son travail soit terminé.',
  'Product Not Found': 'Produit introuvable.',
  'Name Is Taken': 'Ce nom est déjà pris par un fournisseur ou un opérateur. Choisissez-en un autre.',
  'Carriers Have No Account And No Priority': 'Un opérateur mobile n’a ni compte ni priorité. Utilisez des routes.',
  'Invalid Price': 'Tarif non valide. Saisissez un nombre de 0 ou plus avec au plus quatre décimales.',
  'Price Not Found': 'Tarif introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Account Not Found': 'Compte introuvable, ou vous n’y avez pas accès. Choisissez un compte dans la liste.',
  'Only Operators May Ask For Others':
    'Seuls les administrateurs peuvent consulter les données d’autres comptes. Adressez-vous à votre administrateur.',
  'User Not Found': 'Utilisateur introuvable. Il a peut-être été retiré : rechargez la liste.',
  'Balance Not Found': 'Le compte n’a pas de solde pour ce produit. Choisissez un autre produit.',
  'Invalid Shop Address': 'Adresse de la boutique non valide',
  'Invalid Phone Number':
    'Numéro de téléphone invalide. Saisissez-le sous sa forme nationale, dans le pays du compte, ou avec + et l’indicatif du pays.',
  'SMS Reminders Need A Phone Number':
    'Les rappels par SMS nécessitent un numéro de téléphone. Saisissez-en un, ou désactivez les rappels par SMS.',
  'Sub-Account Not Found': 'Sous-compte introuvable. Choisissez un sous-compte dans la liste.',
  'Sub-Account Is Suspended': 'Le sous-compte est suspendu. Demandez d’abord à votre administrateur de le rétablir.',
  'Currencies Differ':
    'Les comptes ont des devises différentes. Le crédit ne peut être transféré qu’entre comptes de même devise.',
  'The Balance Would Be Too Large': 'Le solde deviendrait trop élevé. Saisissez un montant plus petit.',
  'The Ledger Is Being Checked': 'Le grand livre est en cours de vérification. Attendez la fin, puis réessayez.',
  'Transaction ID Was Used With Another Message':
    'Cet identifiant de transaction a déjà servi pour un autre message. Utilisez-en un autre.',
  'Conversation Not Found': 'Conversation introuvable. Consultez la liste des conversations.',
  'Already Replied': 'Un autre membre a déjà répondu. Relisez la conversation.',
  'Number Opted Out':
    'Ce numéro s’est désinscrit et ne reçoit plus de messages, jusqu’à ce que la personne envoie START.',
  'Number Not Reachable': 'Aucun message ne peut être envoyé à ce numéro. Vérifiez le numéro.',
  'Sender ID Required': 'Choisissez un nom d’expéditeur pour cette réponse.',
  'Assignee Not Found': 'Ce membre ne peut pas répondre. Choisissez un membre ou un propriétaire du compte.',
  'Template Required': 'La session est fermée. Envoyez un modèle, ou attendez que la personne écrive.',
  'Media Not Found': 'Fichier introuvable. Les anciens fichiers sont supprimés.',
  'Media Type Not Allowed': 'Ce type de fichier ne peut pas être téléchargé.',
  'Media Not Available':
    'Le canal n’a pas fourni le fichier : il est trop volumineux, trop ancien, ou le canal est injoignable.',
  'Channel Not Found': 'Canal introuvable. Consultez la liste des fournisseurs.',
  'Templates Not Available': 'Le canal n’a pas fourni ses modèles. Vérifiez ses paramètres, puis réessayez.',
  'Text Or Template Required': 'Saisissez un texte ou choisissez un modèle.',
  'Invalid Parameter: reference_number': 'Le numéro de référence est non valide. Corrigez-le, puis réessayez.',
  'Invalid Transaction ID': 'Identifiant de transaction non valide. Utilisez de 1 à 64 caractères.',
  'Invalid Mobile Number': 'Numéro de téléphone non valide. Écrivez-le avec l’indicatif du pays : 255712345678.',
  'Transaction ID Already Used': 'Cet identifiant de transaction est déjà utilisé. Utilisez-en un autre.',
  'Checkout Session Not Found': 'Session de paiement introuvable. Consultez la liste des sessions.',
  'contacts_id is required': 'Aucun contact n’est sélectionné. Choisissez-en au moins un.',
  'Contact Not Found': 'Contact introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Contact already exists': 'Un contact avec ce numéro existe déjà. Cherchez-le dans la liste et modifiez-le.',
  'Addressbook Not Found': 'Carnet d’adresses introuvable. Choisissez un carnet dans la liste.',
  'AddressBook Not Found': 'Carnet d’adresses introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'You do not have permission to delete the Default group':
    'Le carnet Default ne peut pas être supprimé. Supprimez ses contacts, ou un autre carnet.',
  'You do not have permission to rename the Default group':
    'Le carnet Default ne peut pas être renommé. Modifiez sa description, ou créez un autre carnet.',
  'Import Not Found': 'Import introuvable. Consultez la liste des imports.',
  'The Import Has Already Ended': 'L’import est déjà terminé. Son rapport montre le résultat de chaque ligne.',
  'The Import Was Cancelled': 'L’import a été annulé pendant l’envoi. Envoyez à nouveau le fichier.',
  'Too Many Uploads At Once': 'Trop d’envois en même temps. Attendez la fin d’un autre envoi, puis réessayez.',
  'Invalid Parameter: map':
    'L’association des colonnes est non valide. Choisissez chaque colonne et chaque champ une seule fois.',
  'Invalid Parameter: decimals':
    'Le choix des décimales est non valide. Choisissez le point ou la virgule par colonne.',
  'Number Not Found': 'Numéro introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Keyword Not Found': 'Mot-clé introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Invalid Number': 'Numéro non valide. Saisissez de 3 à 15 chiffres, sans +.',
  'Only In Staging': 'Cette action n’est possible que dans un environnement de test.',
  'Invalid Number: to': 'Le numéro du destinataire est non valide. Choisissez un numéro dans la liste.',
  'Belongs To Another Account': 'Ce message irait à un autre compte. Choisissez un numéro ou un mot-clé de ce compte.',
  'Application Not Found': 'Application de codes PIN introuvable. Consultez la liste sur la page Codes PIN.',
  'Block Not Found': 'Blocage introuvable. Il a peut-être expiré : rechargez la liste.',
  'Placeholder not found': 'Le texte n’a pas d’emplacement pour le code PIN. Écrivez pin entre accolades à sa place.',
  'Carrier Not Found': 'Opérateur introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Carrier Has Waiting Messages':
    'L’opérateur a des messages en file. Mettez-le en pause et attendez que la file soit vide, puis supprimez-le.',
  'Invalid Name: use up to 32 lowercase letters, digits and dashes; "simulator" is reserved':
    'Nom non valide. Utilisez au plus 32 lettres minuscules, chiffres et traits d’union ; « simulator » est réservé.',
  'Route Not Found': 'Route introuvable. Elle a peut-être été supprimée : rechargez la liste.',
  'Route Exists': 'Une route identique existe déjà. Modifiez-la, ou choisissez une autre priorité.',
  'Clock Too Far Ahead':
    'L’horloge ne peut pas avancer autant. Elle peut avoir au plus cent ans d’avance sur l’heure réelle.',
  'Invalid Sender ID Format':
    'Nom d’expéditeur non valide. Utilisez de 1 à 11 caractères, ou un numéro d’au plus 20 chiffres.',
  'Sender Not Found': 'Nom d’expéditeur introuvable. Consultez la liste sur la page Noms d’expéditeur.',
  'Sender ID Already Exists':
    'Ce nom d’expéditeur a déjà été demandé. Consultez son statut sur la page Noms d’expéditeur.',
  'Missing Required Parameter: request_id or dest_addr':
    'La requête ou le numéro manque. Indiquez au moins l’un des deux.',
  'Missing Or Invalid Encoding': 'L’encodage du message manque ou est non valide. Utilisez 0.',
  'Missing Recipients': 'Aucun destinataire. Ajoutez-en au moins un.',
  'Missing Recipient ID': 'L’identifiant d’un destinataire manque. Indiquez-le pour chaque destinataire.',
  'Invalid Recipient ID':
    'L’identifiant d’un destinataire est non valide. Chaque destinataire a besoin de son propre numéro.',
  'Invalid Message': 'Message non valide. Il ne doit être ni vide ni trop long.',
  'Invalid Schedule Time': 'Date d’envoi non valide. Choisissez une date et une heure réelles.',
  'Schedule Time Is In The Past': 'La date d’envoi est passée. Choisissez une date future.',
  'No Valid Recipients': 'Aucun destinataire valide. Vérifiez les numéros et les désinscriptions.',
  'Request Not Found': 'Requête introuvable. Consultez la liste sur la page Messages.',
  'Message Not Found': 'Message introuvable. Il a peut-être été supprimé après la durée de conservation.',
  'Invalid Sending Window': 'Heures d’envoi non valides. Choisissez un début et une fin différents.',
  'Too Many Exports': 'Trop d’exports en même temps. Attendez la fin d’un autre export, puis réessayez.',
  'Too Many Erasures':
    'Trop d’effacements sont en cours dans ce compte. Attendez la fin de l’un d’eux, puis réessayez.',
  'Number Is Not On The Do-Not-Disturb List':
    'Ce numéro n’est pas dans la liste « ne pas déranger ». Rechargez la liste.',
  'The File Has No Column For The Number':
    'Le fichier n’a pas de colonne pour le numéro. Nommez les colonnes sur la première ligne, dont une phone.',
  'No Row Is Valid':
    'Aucune ligne du fichier n’est valide, rien n’a été importé. Vérifiez la colonne des numéros de téléphone.',
  'The File Lacks A Column': 'Il manque une colonne au fichier. Ajoutez-la, avec son nom sur la première ligne.',
  'Invalid Time': 'Date non valide. Indiquez une date et une heure réelles.',
  'Invalid Source': 'Source non valide. Écrivez-la en 100 caractères au plus.',
  'Invalid Text': 'Texte non valide. Écrivez-le en 1 000 caractères au plus.',
  'Invalid Note': 'Note non valide. Retirez les caractères spéciaux.',
  'Number Has Not Opted Out': 'Ce numéro n’est pas désinscrit. Rechargez la liste.',
  'Daily Limit Reached':
    'Le compte a atteint sa limite quotidienne de messages. Réessayez demain, ou demandez à votre administrateur de l’augmenter.',
  'Invalid Parameter: sms_title': 'Le titre du modèle est trop long. Raccourcissez-le.',
  'Template Not Found': 'Modèle introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Sign In First': 'Vous n’êtes pas connecté. Connectez-vous, puis réessayez.',
  'Not Allowed For Your Role': 'Votre rôle ne le permet pas. Adressez-vous à un propriétaire du compte.',
  'Requests From Other Sites Are Rejected':
    'Le serveur refuse les requêtes d’autres sites. Ouvrez le tableau de bord à son adresse et réessayez.',
  'Account Is Suspended': 'Le compte est suspendu. Demandez à votre administrateur de le rétablir.',
  'Two-Factor Authentication Required':
    'Ce compte exige l’authentification à deux facteurs. Configurez-la dans votre profil.',
  'Confirm Your Identity': 'Confirmez votre identité avec votre mot de passe ou une clé d’accès, puis réessayez.',
  'Invalid password': 'Mot de passe incorrect. Saisissez votre mot de passe actuel et vérifiez les majuscules.',
  'User Is Already A Member': 'Cet utilisateur est déjà membre. Changez son rôle sur la page Équipe.',
  'An Account Needs At Least One Owner':
    'Un compte a besoin d’au moins un propriétaire. Nommez d’abord un autre membre propriétaire.',
  'At Least One Operator Is Required':
    'Au moins un administrateur est nécessaire. Nommez d’abord un autre utilisateur administrateur.',
  'Single Sign-On Is Not Configured':
    'L’authentification unique n’est pas configurée. Connectez-vous avec votre e-mail et votre mot de passe.',
  'Single Sign-On Is Not Available':
    'Le fournisseur de connexion n’est pas joignable. Réessayez plus tard, ou connectez-vous avec votre mot de passe.',
  'Email Is Not Configured':
    'L’e-mail n’est pas configuré sur ce serveur, et les invitations sont envoyées par e-mail. Demandez à un administrateur d’inviter cette personne.',
  'No Mail Server': 'Aucun serveur de messagerie. Définissez NGOMA_SMTP_URL, redémarrez le serveur, puis réessayez.',
  'No Email Address':
    'Aucune adresse e-mail. Connectez-vous au tableau de bord : l’e-mail de test est envoyé à votre propre adresse.',
  'Too Many Invitations': 'Trop d’invitations. Un compte peut envoyer 20 invitations par heure : réessayez plus tard.',
  'Invalid Email Address': 'Adresse e-mail non valide. Utilisez la forme nom@exemple.com.',
  'Invalid email or password': 'E-mail ou mot de passe incorrect. Vérifiez les majuscules, puis réessayez.',
  'Invalid code': 'Code incorrect. Utilisez le code actuel de votre application.',
  'Second Factor Unreadable':
    'Le serveur ne peut plus lire votre second facteur. Demandez à un administrateur de le supprimer, puis configurez-le à nouveau.',
  'Invalid token': 'Ce lien a déjà servi ou a expiré. Demandez-en un nouveau.',
  'Password too short': 'Mot de passe trop court. Utilisez au moins 8 caractères.',
  'Password too long': 'Mot de passe trop long. Utilisez au plus 128 caractères.',
  'Password Is Your Email':
    'Votre adresse e-mail est facile à deviner. Choisissez quelques mots sans rapport entre eux.',
  'Password Is Too Common': 'Ce mot de passe est trop courant. Choisissez quelques mots sans rapport entre eux.',
  'Too Many Wrong Passwords': 'Trop de mots de passe incorrects. Patientez un instant, puis réessayez.',
  'Endpoint Not Found': 'Point de terminaison introuvable. Il a peut-être été supprimé : rechargez la liste.',
  'Event Not Found': 'Événement introuvable. Il a peut-être été supprimé après la durée de conservation.',
  'Invalid URL': 'URL non valide ou interdite. Utilisez une adresse https complète, accessible depuis Internet.',
  'Too Many Endpoints': 'Le compte a trop de points de terminaison. Supprimez-en un d’abord.',
  'Too Many Rotations': 'Le secret a été renouvelé trop souvent. Attendez que l’ancien secret expire.',
  'The Endpoint Is Disabled': 'Le point de terminaison est désactivé. Activez-le d’abord.',
  'The Endpoint Belongs To A callback_url':
    'Ce point de terminaison vient d’un callback_url et ne peut pas être modifié ici. Changez le callback_url de vos requêtes.',
  'Nothing To Replay': 'Rien à renvoyer. Choisissez un événement, ou une date de début.',
  'Invalid Header': 'En-tête non valide. Vérifiez son nom et sa valeur.',
  'Reserved Header': 'Cet en-tête est réservé à Ngoma. Choisissez un autre nom.',
  'Too Many Headers': 'Trop d’en-têtes. Supprimez-en un d’abord.',
  'Headers Belong To The Old Server':
    'Les en-têtes enregistrés appartiennent à l’ancien serveur. Saisissez-les à nouveau avec la nouvelle URL.',
  'This reference was already used for another transfer.':
    'Cette référence a déjà servi pour un autre transfert. Laissez-la vide pour en générer une.',
  'A reference has 1 to 64 characters.': 'Une référence a de 1 à 64 caractères. Raccourcissez-la, ou laissez-la vide.',
  'No airtime provider is configured: ask your administrator.':
    'Aucun fournisseur de crédit téléphonique n’est configuré. Demandez à votre administrateur d’en configurer un.',
  'Enter the phone number that receives the airtime.':
    'Saisissez le numéro qui reçoit le crédit, avec l’indicatif du pays.',
  'Enter the amount of airtime.': 'Saisissez le montant du crédit, par exemple 500.',
  'An amount is greater than 0 and has at most two decimal places, such as 500 or 10.50.':
    'Le montant doit être supérieur à 0 avec au plus deux décimales, par exemple 500 ou 10.50. Écrivez-le sans devise, ni espaces, ni virgules.',
  'Account Not Named': 'La requête ne nomme pas de compte. Choisissez un compte dans la liste.',
  'Missing Or Ambiguous Content':
    'Saisissez un texte, choisissez un modèle ou indiquez des données binaires : un seul des trois.',
  'Invalid Binary Message': 'Le message binaire n’est pas valide. Saisissez les données en chiffres hexadécimaux.',
  'Invalid Callback URL': 'L’URL de rappel n’est pas valide. Utilisez une adresse HTTPS publique.',
  'Time Is In The Past': 'Cette date est passée. Choisissez une date future.',
  'Sending Windows Do Not Overlap':
    'Les heures d’envoi de ce message et celles du compte n’ont aucune heure en commun. Choisissez d’autres heures.',
  'Sending Window Opens Too Late':
    'Les heures d’envoi commencent après l’expiration du message. Choisissez d’autres heures ou une durée de validité plus longue.',
  'Nothing To Resend':
    'Aucun message à renvoyer. Seuls les messages qui ont échoué et n’ont pas été annulés peuvent être renvoyés.',
  'Already Sent Again': 'Ce message a déjà été renvoyé.',
  'Text Removed': 'Le texte du message a été supprimé : il ne peut plus être renvoyé.',
  'Segment Not Found': 'Segment introuvable. Il a peut-être été supprimé : consultez la liste.',
  'The Segment Takes Too Long to Read': 'Lecture trop longue : ajoutez une condition sur un petit carnet d’adresses.',
  'Address Book of the Segment Not Found': 'Le carnet d’adresses de ce segment est introuvable. Modifiez le segment.',
  'Contact Field Not Found': 'Champ de contact introuvable. Il a peut-être été supprimé : consultez la liste.',
  'Scope Missing':
    'La clé ou le jeton n’a pas l’autorisation nécessaire. Un propriétaire peut la modifier sur la page de l’API.',
  'The First Request With This Idempotency-Key Is Still Running':
    'La première requête est encore en cours. Patientez un instant, puis réessayez.',
  'The Response Contained A Secret':
    'La première requête a réussi, mais un secret n’est affiché qu’une fois. Remplacez-le si vous l’avez perdu.',
  'Credential Belongs To Another Account': 'La clé ou le jeton appartient à un autre compte.',
}
