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

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Members whose names say that they take an address, or send, and that carry nothing of a page to another host; by their reason. */
export const NO_WAYS_OUT: Readonly<Record<string, readonly string[]>> = {
  'out of reach: SECURITY.md, “Not protected”': names(`
    HTMLEmbedElement.src HTMLFrameElement.src HTMLIFrameElement.src RTCDTMFSender RTCDataChannel.send RTCDtlsTransport RTCIceTransport
    RTCPeerConnection RTCPeerConnection.createDTMFSender RTCPeerConnection.getSenders RTCPeerConnectionIceErrorEvent RTCPeerConnectionIceEvent
    RTCRtpSender RTCSctpTransport RTCStatsReport webkitRTCPeerConnection
  `),
  'windows and frames, which get the guarded functions: borrowed-functions.spec.ts': names(`
    Document.open DocumentPictureInPicture.requestWindow open
  `),
  'a request without a body, which the browser makes itself': names(`
    CSSFontFaceDescriptors.src CSSImportRule CSSStyleProperties.src Cache.add Cache.addAll FontFace.load FontFaceSet.add FontFaceSet.load
    FontFaceSetLoadEvent HTMLAnchorElement.attributionSrc HTMLAnchorElement.href HTMLAnchorElement.ping HTMLAreaElement.attributionSrc
    HTMLAreaElement.href HTMLAreaElement.ping HTMLBaseElement.href HTMLImageElement.attributionSrc HTMLImageElement.fetchPriority
    HTMLImageElement.loading HTMLImageElement.lowsrc HTMLImageElement.src HTMLImageElement.srcset HTMLInputElement.src HTMLLinkElement.href
    HTMLLinkElement.imageSrcset HTMLMediaElement.load HTMLMediaElement.loading HTMLMediaElement.preload HTMLMediaElement.src
    HTMLMediaElement.srcObject HTMLModElement.cite HTMLObjectElement.codeBase HTMLQuoteElement.cite HTMLScriptElement.attributionSrc
    HTMLScriptElement.src HTMLSourceElement.src HTMLSourceElement.srcset HTMLTrackElement.src HTMLVideoElement.poster History.pushState
    Image.attributionSrc Image.fetchPriority Image.loading Image.lowsrc Image.src Image.srcset Location Navigation Navigation.navigate
    Navigation.reload NavigationActivation NavigationCurrentEntryChangeEvent NavigationDestination NavigationHistoryEntry
    NavigationPrecommitController NavigationPreloadManager NavigationTransition Presentation.defaultRequest SVGAElement.ping SpeechGrammar.src
    SpeechGrammarList.addFromUri URL.href Worklet.addModule location locationbar navigation
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
