/**
 * The ways of a page to send what it has, as `sendByAll` tries them, each with the members of the browser's interfaces that it is made of.
 * A test compares this table with the interfaces.
 */
export const WAYS_OUT: Readonly<Record<string, readonly string[]>> = {
  fetch: ['fetch', 'Request'],
  'fetch of a request': [],
  'fetch, redirected': [],
  'fetch of a request, redirected': [],
  'fetch, redirected within this site': [],
  'fetch of a frame, redirected': [],
  XMLHttpRequest: [
    'XMLHttpRequest',
    'XMLHttpRequest.open',
    'XMLHttpRequest.send',
    'XMLHttpRequest.setRequestHeader',
  ],
  'XMLHttpRequest, redirected': [],
  'XMLHttpRequest, redirected within this site': [],
  'XMLHttpRequest, synchronous': [],
  beacon: ['Navigator.sendBeacon'],
  'beacon, redirected': [],
  fetchLater: ['fetchLater'],
  'fetchLater, redirected': [],
  'background fetch': ['BackgroundFetchManager', 'BackgroundFetchManager.fetch'],
  'background fetch, redirected': [],
  WebSocket: ['WebSocket', 'WebSocket.send'],
  WebSocketStream: ['WebSocketStream'],
  WebTransport: ['WebTransport'],
  EventSource: ['EventSource'],
  form: ['HTMLFormElement.action'],
  'form, submit()': ['HTMLFormElement.submit'],
  'form, requestSubmit()': ['HTMLFormElement.requestSubmit'],
  'form, formaction': ['HTMLButtonElement.formAction', 'HTMLInputElement.formAction'],
  'form, action set by a handler that ends the event': [],
  'form, formaction set by a handler that ends the event': [],
  'form, sent by a handler later': [],
  'form, redirected': [],
  'form, submit(), redirected': [],
  'form with files, redirected': [],
  'form, redirected within this site': [],
  'worker of “data:”': ['Worker'],
  'worker of a Blob': [],
  'worker, redirected': [],
  'worker, redirected within this site': [],
  'worker of “data:” in a worker': [],
  'shared worker of “data:”': ['SharedWorker'],
  'shared worker of a Blob': [],
  'service worker of the page': ['ServiceWorkerContainer', 'ServiceWorkerContainer.register'],
  'frame of its own document': ['HTMLIFrameElement.srcdoc'],
  'frame of its own document, redirected': [],
};

/** The same by windows and frames, as `sendByWindows` tries them. */
export const WAYS_OF_WINDOWS: Readonly<Record<string, readonly string[]>> = {
  'form in a blank frame, redirected': [],
  'form in a blank frame, submit(), redirected': [],
  'form in a frame of its own document, redirected': [],
  'form in a window, redirected': [],
  'form, a new window': [],
  'form, its action set by a handler that ends the event, its body by another': [],
  'form, its method and action set as its body is made': [],
  'form to another host, its action set as its body is made': [],
  'form to another host, set as its body is made, redirected': [],
  'form without a referrer, redirected': [],
  'frame of “javascript:”': ['HTMLIFrameElement.src', 'HTMLFrameElement.src'],
  'frame of “javascript:”, in HTML': [],
  'frame of “javascript:”, set later': [],
  'frame of “javascript:”, its text': [],
  'frame of “javascript:”, in a shadow tree': [],
  'embedded “javascript:”': ['HTMLEmbedElement.src'],
  'location of “javascript:”': ['Location', 'location'],
  'location of “javascript:”, its text': [],
  'location of “javascript:”, assign()': [],
  'location of “javascript:”, replace()': [],
  'window of “javascript:”': ['open'],
  'window of “javascript:”, its text': [],
  'frame by its name of “javascript:”': [],
  'link of “javascript:”, a new window': ['HTMLAnchorElement.href', 'HTMLAreaElement.href'],
  'link of “javascript:”, in no document': [],
  'link of “javascript:”, an event': [],
  'link of “javascript:”, a window by its name': [],
  'link of “javascript:”, in a shadow tree': [],
  'link of “javascript:”, a frame': [],
  'form of “javascript:”, a new window': [],
  'form of “javascript:”': [],
  'form of “javascript:”, submit()': [],
  'frame, reloaded': [],
  'frame, navigated': [],
  'frame, navigated, in the next task': [],
  'frame of “about:blank?q”': [],
  'frame of “about:blank#x”': [],
  'window, later': [],
  'window, reloaded': [],
  'window, navigated': [],
  'window by its name': [],
  'frame by its number': [],
  'frame by its number, in HTML': [],
  'frame by its number, beside': [],
  'frame by its number, in a template': [],
  'frame by its number, of another document': [],
  'frame by its number, in a range': [],
  'object by its number': [],
  'embedded by its number': [],
  'frame in a frame by its number': [],
  'text that a frame runs later': [],
  'text that a frame runs again': [],
  'function of a frame': [],
  'text that a frame evaluates': [],
  'script that is written into a frame': ['Document.open'],
  'frame with a base': [],
  'frame, and the page has another address then': [],
};

/** The same by objects that change, classes of the page, and spellings of an address, as `sendByObjects` tries them. */
export const WAYS_OF_OBJECTS: Readonly<Record<string, readonly string[]>> = {
  'request of a class of the page': [],
  'request with an address of its own': [],
  'request with a method of its own, redirected': [],
  'object with an address of its own': [],
  'fetch, an address that changes': [],
  'XMLHttpRequest, an address that changes': [],
  'XMLHttpRequest, a method that changes, redirected': [],
  'XMLHttpRequest, another base when it is sent': [],
  'beacon, an address that changes': [],
  'WebSocket, an address that changes': [],
  'EventSource, an address that changes': [],
  'worker, an address that changes': [],
  'shared worker, an address that changes': [],
  'window, an address that changes': [],
  'worker of the constructor of its prototype': [],
  'document with a property of its own': [],
  'form with a field of the name of a method': [],
  'path with a slash as its code': [],
  'path with a slash as its code, before it': [],
  'path with dots and slashes as their codes': [],
  'path with dots': [],
  'path without a scheme': [],
  'cache, a request with a body': [],
};

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Members whose names say that they take an address, or send, and that carry nothing of a page to another host; by their reason. */
export const NO_WAYS_OUT: Readonly<Record<string, readonly string[]>> = {
  'out of reach: SECURITY.md, “Not protected”': names(`
    RTCDTMFSender RTCDataChannel.send RTCDtlsTransport RTCIceTransport
    RTCPeerConnection RTCPeerConnection.createDTMFSender RTCPeerConnection.getSenders RTCPeerConnectionIceErrorEvent RTCPeerConnectionIceEvent
    RTCRtpSender RTCSctpTransport RTCStatsReport webkitRTCPeerConnection
  `),
  'windows and frames, which get the guarded functions: borrowed-functions.spec.ts': names(`
    DocumentPictureInPicture.requestWindow
  `),
  'a request whose body the browser writes itself: the word PING': names(`
    HTMLAnchorElement.ping HTMLAreaElement.ping SVGAElement.ping
  `),
  'only requests of GET, which have no body; it rejects others': names(`
    Cache.add Cache.addAll
  `),
  'a request without a body, which the browser makes itself': names(`
    CSSFontFaceDescriptors.src CSSImportRule CSSStyleProperties.src FontFace.load FontFaceSet.add FontFaceSet.load
    FontFaceSetLoadEvent HTMLAnchorElement.attributionSrc HTMLAreaElement.attributionSrc
    HTMLBaseElement.href HTMLImageElement.attributionSrc HTMLImageElement.fetchPriority
    HTMLImageElement.loading HTMLImageElement.lowsrc HTMLImageElement.src HTMLImageElement.srcset HTMLInputElement.src HTMLLinkElement.href
    HTMLLinkElement.imageSrcset HTMLMediaElement.load HTMLMediaElement.loading HTMLMediaElement.preload HTMLMediaElement.src
    HTMLMediaElement.srcObject HTMLModElement.cite HTMLObjectElement.codeBase HTMLQuoteElement.cite HTMLScriptElement.attributionSrc
    HTMLScriptElement.src HTMLSourceElement.src HTMLSourceElement.srcset HTMLTrackElement.src HTMLVideoElement.poster History.pushState
    Image.attributionSrc Image.fetchPriority Image.loading Image.lowsrc Image.src Image.srcset Navigation Navigation.navigate
    Navigation.reload NavigationActivation NavigationCurrentEntryChangeEvent NavigationDestination NavigationHistoryEntry
    NavigationPrecommitController NavigationPreloadManager NavigationTransition Presentation.defaultRequest SpeechGrammar.src
    SpeechGrammarList.addFromUri URL.href Worklet.addModule locationbar navigation
  `),
  'addresses of the browser’s own services, devices and screens': names(`
    AuthenticatorAttestationResponse.getTransports BackgroundFetchRecord BackgroundFetchRegistration CSPViolationReportBody CrashReportContext
    DeviceMotionEvent.requestPermission DeviceOrientationEvent.requestPermission DevicePosture EyeDropper.open Fence.reportEvent
    Fence.setReportEventDataForAutomaticBeacons GPU.requestAdapter GPUAdapter.requestDevice GPUCommandEncoder.pushDebugGroup
    GPUComputePassEncoder.pushDebugGroup GPUDevice.createShaderModule GPUDevice.importExternalTexture GPUDevice.pushErrorScope GPUQueue.submit
    GPURenderBundleEncoder.pushDebugGroup GPURenderPassEncoder.pushDebugGroup GPUShaderModule Geolocation GeolocationCoordinates GeolocationPosition
    GeolocationPositionError HID.requestDevice HIDConnectionEvent HIDDevice.open HIDDevice.receiveFeatureReport HIDDevice.sendFeatureReport
    HIDDevice.sendReport HIDInputReportEvent HTMLGeolocationElement IdentityCredential.disconnect IdleDetector.requestPermission Ink.requestPresenter
    IntegrityViolationReportBody MIDIConnectionEvent MIDIOutput.send MIDIPort.open MediaKeySession.generateRequest MediaKeySession.load Navigator
    Navigator.canLoadAdAuctionFencedFrame Navigator.deprecatedURNToURL Navigator.registerProtocolHandler Navigator.requestMIDIAccess
    Navigator.requestMediaKeySystemAccess Navigator.unregisterProtocolHandler NavigatorLogin NavigatorManagedData NavigatorUAData
    Notification.requestPermission PaymentRequest PaymentRequestUpdateEvent PeriodicSyncManager.register PeriodicSyncManager.unregister
    PresentationConnection PresentationConnection.send PresentationConnectionAvailableEvent PresentationConnectionCloseEvent
    PresentationConnectionList PresentationRequest PresentationRequest.reconnect PressureObserver.disconnect
    PublicKeyCredential.parseRequestOptionsFromJSON PushManager PushSubscription PushSubscriptionOptions Report ReportBody ReportingObserver
    ReportingObserver.disconnect SecurityPolicyViolationEvent Serial.requestPort SerialPort.open ServiceWorker ServiceWorkerRegistration
    ServiceWorkerRegistration.unregister SyncManager.register USB.requestDevice USBConnectionEvent USBDevice.open WakeLock.request
    XRSession.requestAnimationFrame XRSession.requestHitTestSource XRSession.requestHitTestSourceForTransientInput XRSession.requestLightProbe
    XRSession.requestReferenceSpace XRSystem.requestSession XRView.requestViewportScale
  `),
  'takes none': names(`
    Array.push AudioBufferSourceNode.loopEnd AudioData.allocationSize AudioNode.connect AudioNode.disconnect BeforeUnloadEvent CSSGroupingRule
    CSSNumericValue.add CSSStyleProperties.-webkit-text-security CSSStyleProperties.WebkitTextSecurity CSSStyleProperties.navigation
    CSSStyleProperties.touch-action CSSStyleProperties.touchAction CSSStyleProperties.webkitTextSecurity CacheStorage.open
    CanvasCaptureMediaStream.requestFrame CanvasCaptureMediaStreamTrack.requestFrame CloseWatcher.requestClose CustomStateSet.add DOMTokenList.add
    DataTransferItemList.add Document.importNode Document.requestStorageAccess Element.ariaActionsElements Element.mozRequestFullScreen
    Element.requestFullscreen Element.requestPointerLock Element.webkitRequestFullScreen Element.webkitRequestFullscreen
    ElementInternals.ariaActionsElements ElementInternals.reportValidity FetchLaterResult FileReader.readAsDataURL FileSystemHandle.requestPermission
    FileSystemObserver.disconnect FinalizationRegistry.register FinalizationRegistry.unregister HTMLAnchorElement.download
    HTMLAnchorElement.hrefTranslate HTMLAnchorElement.hreflang HTMLAreaElement.download HTMLAreaElement.hreflang HTMLAreaElement.noHref
    HTMLButtonElement.popoverTargetAction HTMLButtonElement.reportValidity HTMLCanvasElement.toDataURL HTMLDetailsElement.open HTMLDialogElement.open
    HTMLDialogElement.requestClose HTMLFieldSetElement.reportValidity HTMLFormElement.reportValidity HTMLIFrameElement.allowPaymentRequest
    HTMLIFrameElement.loading HTMLInputElement.popoverTargetAction HTMLInputElement.reportValidity HTMLLinkElement.fetchPriority
    HTMLLinkElement.hreflang HTMLObjectElement.reportValidity HTMLOptionsCollection.add HTMLOutputElement.reportValidity
    HTMLScriptElement.fetchPriority HTMLScriptElement.noModule HTMLSelectElement.add HTMLSelectElement.reportValidity HTMLSlotElement.assign
    HTMLSlotElement.assignedElements HTMLSlotElement.assignedNodes HTMLTemplateElement.shadowRootSlotAssignment HTMLTextAreaElement.reportValidity
    HTMLTrackElement.srclang HTMLVideoElement.requestPictureInPicture HTMLVideoElement.requestVideoFrameCallback Highlight.add IDBDatabase.transaction
    IDBFactory.open IDBIndex.openCursor IDBIndex.openKeyCursor IDBObjectStore.add IDBObjectStore.openCursor IDBObjectStore.openKeyCursor
    IDBOpenDBRequest IDBRequest IDBTransaction InteractionContentfulPaint IntersectionObserver.disconnect LockManager.request
    MediaRecorder.requestData MediaSession.callActionHandler MediaSession.setActionHandler MutationObserver.disconnect NavigateEvent
    Node.lookupNamespaceURI Object.assign OpaqueRange.disconnect PaintRequest PaintRequestList PerformanceNavigation PerformanceNavigationTiming
    PerformanceObserver.disconnect PerformanceSoftNavigation PerformanceSoftNavigation.getLargestInteractionContentfulPaint ReadableStreamBYOBRequest
    ResizeObserver.disconnect SQLTransaction SVGAElement.download SVGAElement.hreflang SVGFEImageElement.fetchPriority SVGImageElement.fetchPriority
    SVGScriptElement.fetchPriority Set.add SharedArrayBuffer StorageBucketManager.open SubmitEvent SubtleCrypto.importKey TrustedScriptURL
    TrustedTypePolicy.createScriptURL TrustedTypePolicyFactory.getTypeMapping TrustedTypePolicyFactory.isScriptURL URIError URL URL.createObjectURL
    URL.revokeObjectURL URLPattern URLSearchParams VideoFrame.allocationSize ViewTransitionTypeSet.add WeakSet.add
    WebGL2RenderingContext.bindAttribLocation WebGL2RenderingContext.getAttribLocation WebGL2RenderingContext.getFragDataLocation
    WebGL2RenderingContext.getUniformLocation WebGLRenderingContext.bindAttribLocation WebGLRenderingContext.getAttribLocation
    WebGLRenderingContext.getUniformLocation WebGLUniformLocation WebKitMutationObserver.disconnect WebSocketError WebTransportBidirectionalStream
    WebTransportDatagramDuplexStream WebTransportError WebTransportReceiveStream WebTransportSendStream WebTransportSendStream.sendOrder
    XMLHttpRequest.setAttributionReporting XMLHttpRequestEventTarget XMLHttpRequestProgressEvent XMLHttpRequestUpload XSLTProcessor.importStylesheet
    decodeURI decodeURIComponent encodeURI encodeURIComponent openDatabase opener reportError requestAnimationFrame requestIdleCallback requestResize
    showOpenFilePicker webkitCancelRequestAnimationFrame webkitRequestAnimationFrame webkitRequestFileSystem webkitResolveLocalFileSystemURL webkitURL
  `),
};
